/** Colors between two others. */

function channels(color: string): readonly [number, number, number] {
  const hex = color.startsWith("#") ? color.slice(1) : "808080";
  const long = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  const value = parseInt(long, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** @param share - from 0 (all `from`) to 1 (all `to`). Both colors as `#rgb` or `#rrggbb`. */
export function mixed(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  const mix = a.map((one, i) => Math.round(one + ((b[i] ?? one) - one) * share));
  return `#${mix.map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

/** `mixed` in a few steps, each made once: a heat map has thousands of cells. */
export function ramp(from: string, to: string, steps = 64): (share: number) => string {
  const made = Array.from({ length: steps + 1 }, (_, i) => mixed(from, to, i / steps));
  return (share) => made[Math.round(Math.min(1, Math.max(0, share)) * steps)] ?? from;
}
