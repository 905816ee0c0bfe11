/** Search among runs: by names, labels and notes. */

import { matcher } from "./search";

export interface SearchedRun {
  readonly names: readonly string[];
  readonly labels: readonly string[];
  readonly note: string;
}

export interface RunMatcher {
  test(run: SearchedRun): boolean;
  /** Why the pattern is invalid (it then matches nothing), or null. */
  readonly error: string | null;
}

/** `label:good`, or `label:"rather good"`. */
const labelPattern = /(?<=^|\s)label:(?:"([^"]*)"|(\S+))/gi;

/**
 * @param query - words that must all occur in the names, labels and note together, in any order and
 *   case; `label:x` a run that has this very label. Or `/pattern/flags`, which one of them must match.
 */
export function runMatcher(query: string): RunMatcher {
  const text = query.trim();
  if (/^\/.+\/[a-z]*$/s.test(text)) {
    const { test, error } = matcher(text);
    return { test: ({ names, labels, note }) => [...names, ...labels, note].some(test), error };
  }
  const wanted = [...text.matchAll(labelPattern)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? "").toLowerCase(),
  );
  const words = matcher(text.replace(labelPattern, " "));
  return {
    test({ names, labels, note }) {
      const own = labels.map((label) => label.toLowerCase());
      return (
        wanted.every((label) => own.includes(label)) &&
        words.test([...names, ...labels, note].join("\n"))
      );
    },
    error: null,
  };
}
