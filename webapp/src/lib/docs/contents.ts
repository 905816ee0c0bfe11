/** The pages of the documentation in their contents, and those that are found by words. */

import { fuzzyScore, Match, parseFuzzy } from "../fuzzy";

/** A page as the server lists it, in the order of the contents. */
export interface ListedDoc {
  readonly name: string;
  readonly title: string;
  /** Of the contents. */
  readonly section: string;
  /** Within the section; empty: none. */
  readonly group: string;
  readonly headings: readonly string[];
}

/** The titles of sections and groups that have words in every language. */
const titles = [
  "Start",
  "Coming from",
  "Log",
  "Your trainer",
  "Look",
  "Compare",
  "Understand the model",
  "Landscapes from Python",
  "Serve",
  "Reference",
  "HTTP API",
  "Logs of other tools",
  "Kinds",
  "Troubleshooting and FAQ",
  "About",
  "For maintainers",
  "Decisions",
] as const;
type DocTitle = (typeof titles)[number];

export function isDocTitle(title: string): title is DocTitle {
  return (titles as readonly string[]).includes(title);
}

export interface DocGroup<T> {
  readonly title: string;
  readonly pages: readonly T[];
}

/** A section of the contents: pages of no group, then the groups. */
export interface DocSection<T> extends DocGroup<T> {
  readonly groups: readonly DocGroup<T>[];
}

function groupedBy<T>(pages: readonly T[], titleOf: (page: T) => string): readonly DocGroup<T>[] {
  const titlesHere = [...new Set(pages.map(titleOf))];
  return titlesHere.map((title) => ({
    title,
    pages: pages.filter((page) => titleOf(page) === title),
  }));
}

export function sectionsOf<T extends ListedDoc>(pages: readonly T[]): readonly DocSection<T>[] {
  return groupedBy(pages, ({ section }) => section).map(({ title, pages: inner }) => ({
    title,
    pages: inner.filter(({ group }) => group === ""),
    groups: groupedBy(
      inner.filter(({ group }) => group !== ""),
      ({ group }) => group,
    ),
  }));
}

export interface FoundDoc<T> {
  readonly page: T;
  /** Its headings that were found. */
  readonly headings: readonly string[];
}

/** A heading counts as much as a title of the next worse match. */
const heading = -1.25;

/** Pages whose title, or whose heading together with the title, has all words, the best first. */
export function foundDocs<T extends ListedDoc>(
  pages: readonly T[],
  query: string,
): readonly FoundDoc<T>[] {
  const words = parseFuzzy(query);
  const score = (text: string): number => {
    const found = fuzzyScore(words, text.toLowerCase());
    return found > Match.scattered ? found : 0;
  };
  return pages
    .map((page) => {
      const byTitle = score(page.title);
      const scored = page.headings
        .map((text) => ({
          text,
          score: score(text) || (byTitle > 0 ? 0 : score(`${page.title}: ${text}`)),
        }))
        .filter((each) => each.score > 0);
      const best = Math.max(byTitle, ...scored.map((each) => each.score + heading));
      return { page, headings: scored.map(({ text }) => text), best };
    })
    .filter(({ best }) => best > 0)
    .sort((one, other) => other.best - one.best);
}
