/** Marks words where they are in a text that is shown. */

/** Names of CSS highlights are the page's: one for all cards. */
const NAME = "found";

/** Where the words are in the texts of an element, in either case; the first `most` places. */
export function placesOf(root: Node, words: string, most = 2000): Range[] {
  const wanted = words.toLowerCase();
  if (wanted === "") return [];
  const places: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      if (places.length >= most || at + wanted.length > (node.nodeValue?.length ?? 0))
        return places;
      const place = document.createRange();
      place.setStart(node, at);
      place.setEnd(node, at + wanted.length);
      places.push(place);
    }
  }
  return places;
}

/** Adds marks to those of the other cards. @returns how to take them away. */
export function mark(places: readonly Range[]): () => void {
  if (!("highlights" in CSS)) return () => undefined; // an older browser: without marks
  const all = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, all);
  for (const place of places) all.add(place);
  return () => {
    for (const place of places) all.delete(place);
  };
}
