/** Answers may overtake each other on their way. */

/**
 * A question that can be asked again before it is answered.
 * @param take - given an answer unless a later question was answered already.
 * @returns asks once more; resolves when the answer was taken or has come too late.
 */
export function newest<T>(ask: () => Promise<T>, take: (answer: T) => void): () => Promise<void> {
  let asked = 0;
  let taken = 0;
  return async () => {
    const own = ++asked;
    const answer = await ask();
    if (own < taken) return;
    taken = own;
    take(answer);
  };
}
