/** How a tag is written where people read it; what is stored, asked for and put into links is the tag as it is. */

/** Spaces, and the characters that move the cursor or show nothing. */
const BLANKS = /[\s\p{Cc}\p{Cf}]+/gu;

/**
 * @returns the tag without empty parts (`/loss`, `a//b/`), and without blanks at the ends of its parts or rows of
 *   them; the tag itself where nothing would be left.
 */
export function shownTag(tag: string): string {
  const parts = tag.split("/").map((part) => part.replace(BLANKS, " ").trim());
  return parts.filter((part) => part !== "").join("/") || tag;
}
