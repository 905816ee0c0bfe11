/** Which lines two texts share. */

export interface DiffLine {
  readonly kind: "same" | "old" | "new";
  readonly text: string;
}

/** Beyond so many steps the texts have hardly anything in common, and finding it would take long. */
const mostSteps = 2000;

/**
 * The lines of both texts in one list: those of `before` that are not in `after` are old, the others
 * new. The shortest such list, by Myers (An O(ND) Difference Algorithm and Its Variations, 1986);
 * where that would take too many steps, all lines count as different.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const start = sharedStart(before, after);
  const end = sharedEnd(before, after, start);
  const middle = between(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  );
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...before.slice(0, start).map(same),
    ...middle,
    ...before.slice(before.length - end).map(same),
  ];
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

function sharedEnd(one: readonly string[], other: readonly string[], start: number): number {
  let count = 0;
  const most = Math.min(one.length, other.length) - start;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count++;
  return count;
}

function between(before: readonly string[], after: readonly string[]): DiffLine[] {
  const trace = traceOf(before, after);
  if (trace === null) {
    return [
      ...before.map((text) => ({ kind: "old", text }) as const),
      ...after.map((text) => ({ kind: "new", text }) as const),
    ];
  }
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let step = trace.length - 1; step >= 0; step--) {
    const reach = trace[step] as ReadonlyMap<number, number>;
    const diagonal = x - y;
    const isDown =
      diagonal === -step ||
      (diagonal !== step && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const [beforeX] = [reach.get(from) ?? 0];
    const beforeY = beforeX - from;
    while (x > beforeX && y > beforeY && x > 0 && y > 0) {
      x--;
      y--;
      lines.push({ kind: "same", text: before[x] as string });
    }
    if (step === 0) break;
    if (isDown) lines.push({ kind: "new", text: after[--y] as string });
    else lines.push({ kind: "old", text: before[--x] as string });
  }
  return lines.reverse();
}

/** For each number of changes how far each diagonal reached before it; null if there are too many. */
function traceOf(
  before: readonly string[],
  after: readonly string[],
): ReadonlyMap<number, number>[] | null {
  const reach = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  const most = Math.min(before.length + after.length, mostSteps);
  for (let step = 0; step <= most; step++) {
    trace.push(new Map(reach));
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const isDown =
        diagonal === -step ||
        (diagonal !== step && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));
      let x = isDown ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
        x++;
      reach.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return null;
}
