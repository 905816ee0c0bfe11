/** The English texts of all parts, for tests. */

import type { English } from "./english";

type Texts = Readonly<Record<string, string>>;

const files = import.meta.glob<{ en?: Texts }>(
  ["../**/texts*.ts", "../lib/messages/{shell,common}.ts", "!../api/**"],
  { eager: true },
);

/** The part that a file of texts is: `../views/graphs/texts-families.ts` is `graphsFamilies`. */
function partOf(path: string): string {
  const words = path
    .replace(/^\.\.\/(views\/|lib\/messages\/)?/, "")
    .replace(/\/?texts(-|\.ts$)|\.ts$/g, "/")
    .split(/[/-]/)
    .filter((word) => word !== "");
  return words
    .map((word, i) => (i === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join("");
}

/** Of each part; what only goes into the texts of a part is none. */
export const english = Object.fromEntries(
  Object.entries(files).flatMap(([path, { en }]) => (en === undefined ? [] : [[partOf(path), en]])),
) as unknown as English;

/** Part, key and text of each. */
export function listed(
  words: object,
): readonly (readonly [part: string, key: string, text: string])[] {
  return Object.entries(words as Readonly<Record<string, Texts>>).flatMap(([part, texts]) =>
    Object.entries(texts).map(([key, text]) => [part, key, text] as const),
  );
}
