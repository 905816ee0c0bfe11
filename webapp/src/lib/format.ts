/** Counts, sizes and times for reading. */

/** A number of things, its thousands apart. */
export function formatCount(value: number): string {
  return value.toLocaleString("en");
}

/** Bytes in binary units. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || Math.abs(value) >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${units[unit] ?? ""}`;
}

const timeUnits = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How long ago, in one unit: `3 min. ago`. @param seconds - until now; negative counts as 0. */
export function formatAgo(seconds: number, language: string): string {
  for (const [unit, size] of timeUnits) {
    if (seconds < size) continue;
    const relative = new Intl.RelativeTimeFormat(language, { style: "narrow" });
    return relative.format(-Math.floor(seconds / size), unit);
  }
  // "now", which no language writes as "0 seconds ago"
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
}
