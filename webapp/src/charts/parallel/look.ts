/** How strongly lines are drawn: fewer of them can bear more. */

export function strongOpacity(lines: number): number {
  return lines <= 100 ? 0.85 : Math.max(0.16, 0.85 * Math.sqrt(100 / lines));
}

export function faintOpacity(lines: number): number {
  return lines <= 100 ? 0.22 : Math.max(0.045, 0.22 * Math.sqrt(100 / lines));
}

export function strokeWidth(lines: number): number {
  return lines <= 300 ? 1.5 : 1;
}
