/** The disjoint parts of a step, by what the machine does and by what the training does. */

/** In the order in which they count where several happen at once. */
export const PARTS = [
  "kernel",
  "memcpy",
  "memset",
  "communication",
  "runtime",
  "data",
  "operator",
  "other",
] as const;
export type Part = (typeof PARTS)[number];

export const PHASES = [
  "data",
  "forward",
  "backward",
  "optimizer",
  "communication",
  "other",
] as const;
export type ProfilePhase = (typeof PHASES)[number];

const colors: Readonly<Record<Part | ProfilePhase, string>> = {
  kernel: "#306ce2",
  memcpy: "#d0830a",
  memset: "#a58a07",
  communication: "#c8329a",
  runtime: "#e5690d",
  data: "#d72440",
  operator: "#139948",
  forward: "#306ce2",
  backward: "#8b46df",
  optimizer: "#11a3a9",
  other: "#8a94a4",
};

/** A part that this page does not know has the color of what is left over. */
export function partColor(part: string): string {
  return Object.hasOwn(colors, part) ? colors[part as Part] : colors.other;
}

export function isPart(part: string): part is Part | ProfilePhase {
  return Object.hasOwn(colors, part);
}
