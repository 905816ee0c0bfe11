/** Search by words or by regular expression. */

export interface Matcher {
  test(text: string): boolean;
  /** Why the pattern is invalid (it then matches nothing), or null. */
  readonly error: string | null;
}

const everything: Matcher = { test: () => true, error: null };

/**
 * @param query - `/pattern/` or `/pattern/flags`: a regular expression, in which case matters;
 *   anything else: words that must all occur, in any order and case.
 */
export function matcher(query: string): Matcher {
  const text = query.trim();
  if (text === "") return everything;
  const regex = /^\/(.+)\/([a-z]*)$/s.exec(text);
  if (regex === null) {
    const words = text.toLowerCase().split(/\s+/);
    return {
      test: (candidate) => {
        const lower = candidate.toLowerCase();
        return words.every((word) => lower.includes(word));
      },
      error: null,
    };
  }
  try {
    // g and y would make the answer depend on the call before.
    const pattern = new RegExp(regex[1] ?? "", (regex[2] ?? "").replace(/[gy]/g, ""));
    return { test: (candidate) => pattern.test(candidate), error: null };
  } catch (error) {
    return { test: () => false, error: error instanceof Error ? error.message : String(error) };
  }
}
