/** The documentation that came with the server. */

import { ask } from "./ask";
import { text } from "./decode";
import { list, object, type Of } from "./shapes";

const docName = object({
  /** Name of the file in docs, without its suffix. */
  name: text,
  title: text,
  /** Where it stands in the contents; a page of no group has an empty one. */
  section: text,
  group: text,
  /** The sections below it. */
  headings: list(text),
});
export type DocName = Of<typeof docName>;

export const docNames = object({ pages: list(docName) });

export const docPage = object({
  name: text,
  title: text,
  /** In Markdown, with links as they are between the files. */
  text,
});
export type DocPage = Of<typeof docPage>;

export async function fetchDocNames(): Promise<readonly DocName[]> {
  return docNames(await ask("docs"), "docs").pages;
}

export async function fetchDoc(name: string): Promise<DocPage> {
  return docPage(await ask(`docs/${name}`), "docs");
}
