/** Spans of time as text. */

/** A duration as `1h 02m 03s`, `2d 03h 00m`, `4.25s` or `12ms`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  const sign = seconds < 0 ? "-" : "";
  const size = Math.abs(seconds);
  if (size === 0) return "0s";
  if (size < 0.9995) return `${sign}${trimmed(size * 1000, size < 0.01 ? 2 : 0)}ms`;
  if (size < 9.995) return `${sign}${trimmed(size, 2)}s`;
  const whole = Math.round(size);
  const [days, hours, minutes, rest] = split(whole);
  if (days > 0) return `${sign}${days}d ${two(hours)}h ${two(minutes)}m`;
  if (hours > 0) return `${sign}${hours}h ${two(minutes)}m ${two(rest)}s`;
  return minutes > 0 ? `${sign}${minutes}m ${two(rest)}s` : `${sign}${rest}s`;
}

/**
 * A duration for an axis whose ticks are `step` seconds apart: nothing finer than the step is said.
 */
export function tickDuration(seconds: number, step: number): string {
  if (Math.abs(seconds) < step * 1e-6) return "0";
  if (step < 1) {
    const decimals = Math.min(9, Math.ceil(-Math.log10(step) - 1e-9));
    const minutes = Math.trunc(seconds / 60);
    const rest = Math.abs(seconds - minutes * 60).toFixed(decimals);
    return minutes === 0 ? `${seconds < 0 ? "-" : ""}${rest}s` : `${minutes}m ${rest}s`;
  }
  const [days, hours, minutes, rest] = split(Math.round(Math.abs(seconds)));
  const parts = [
    days > 0 ? `${days}d` : "",
    hours > 0 ? `${hours}h` : "",
    minutes > 0 ? `${minutes}m` : "",
    rest > 0 ? `${rest}s` : "",
  ];
  return (seconds < 0 ? "-" : "") + parts.filter((part) => part !== "").join(" ");
}

function split(whole: number): [number, number, number, number] {
  return [
    Math.floor(whole / 86400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

function trimmed(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
