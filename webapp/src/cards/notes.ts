/** Something that a card can't show, or shows only in part. */
export interface Note {
  readonly text: string;
  /** The whole of it, as a tooltip; the text unless given. */
  readonly title?: string;
  readonly isError?: boolean;
  /** What a click does about it. */
  readonly onclick?: () => void;
}
