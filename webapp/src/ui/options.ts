/** A value that can be chosen, and how it is called. */
export interface Option<T> {
  readonly value: T;
  readonly label: string;
}
