/** Labels as people write them, and as they fit into a row. */

export const LONGEST_LABEL = 60;
export const MOST_LABELS = 100;

/** `good, to publish` is two labels; each once. */
export function parseLabels(text: string): readonly string[] {
  const labels = text.split(/[,，\n]/).map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ""))];
}

/** Whether all, some or none of the runs have the label. */
export function shareOf(
  label: string,
  runs: readonly (readonly string[])[],
): "all" | "some" | "none" {
  const having = runs.filter((labels) => labels.includes(label)).length;
  if (having === 0) return "none";
  return having === runs.length ? "all" : "some";
}

/** @returns the labels with `choices` made: true gives a label, false takes it. */
export function relabeled(
  labels: readonly string[],
  choices: ReadonlyMap<string, boolean>,
): readonly string[] {
  const kept = labels.filter((label) => choices.get(label) !== false);
  const given = [...choices].filter(([label, on]) => on && !kept.includes(label));
  return [...kept, ...given.map(([label]) => label)];
}

/**
 * How many labels, from the first on, stand side by side.
 * @param room - pixels that they may take together.
 * @param width - of one label, with what is around it.
 * @param rest - pixels that "+2" takes where not all fit.
 */
export function fitting(
  labels: readonly string[],
  room: number,
  width: (label: string) => number,
  rest: number,
): { readonly count: number; readonly pixels: number } {
  let pixels = 0;
  let best = { count: 0, pixels: labels.length === 0 || rest > room ? 0 : rest };
  for (const [i, label] of labels.entries()) {
    pixels += width(label);
    const whole = i === labels.length - 1 ? pixels : pixels + rest;
    if (whole <= room) best = { count: i + 1, pixels: whole };
  }
  return best;
}
