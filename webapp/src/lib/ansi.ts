/** Lines with colors, as terminals write them: SGR sequences of ANSI. */

export interface Look {
  /** A number of 16, or `#rrggbb`; null: as the text around. */
  readonly color: number | string | null;
  readonly ground: number | string | null;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
}

export interface StyledText {
  readonly text: string;
  /** null: none of its own. */
  readonly look: Look | null;
}

const PLAIN: Look = {
  color: null,
  ground: null,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  strike: false,
};

// eslint-disable-next-line no-control-regex -- that is what they are
const SGR = /\x1b\[([0-9;:]*)m/g;

/** The parts of a line that look alike. What is no color is left out. */
export function spansOf(line: string): readonly StyledText[] {
  if (!line.includes("\x1b")) return line === "" ? [] : [{ text: line, look: null }];
  const spans: StyledText[] = [];
  let now: Look = PLAIN;
  let at = 0;
  const add = (text: string): void => {
    if (text !== "") spans.push({ text, look: now === PLAIN ? null : now });
  };
  for (const found of line.matchAll(SGR)) {
    add(line.slice(at, found.index));
    now = looking(now, found[1] ?? "");
    at = found.index + found[0].length;
  }
  add(line.slice(at));
  return spans;
}

/** The line without its colors. */
export function plainOf(line: string): string {
  return line.replace(SGR, "");
}

function looking(before: Look, codes: string): Look {
  const numbers = codes.split(/[;:]/).map(Number);
  let now: Look = before;
  for (let i = 0; i < numbers.length; i++) {
    const code = numbers[i] ?? 0;
    if (code === 38 || code === 48) {
      const [color, length] = extended(numbers.slice(i + 1));
      now = { ...now, [code === 38 ? "color" : "ground"]: color };
      i += length;
    } else {
      now = { ...now, ...changed(code) };
    }
  }
  return Object.entries(PLAIN).every(([key, value]) => now[key as keyof Look] === value)
    ? PLAIN
    : now;
}

function changed(code: number): Partial<Look> {
  if (code >= 30 && code <= 37) return { color: code - 30 };
  if (code >= 90 && code <= 97) return { color: code - 90 + 8 };
  if (code >= 40 && code <= 47) return { ground: code - 40 };
  if (code >= 100 && code <= 107) return { ground: code - 100 + 8 };
  switch (code) {
    case 0:
      return PLAIN;
    case 1:
      return { bold: true };
    case 2:
      return { faint: true };
    case 3:
      return { italic: true };
    case 4:
      return { underline: true };
    case 9:
      return { strike: true };
    case 22:
      return { bold: false, faint: false };
    case 23:
      return { italic: false };
    case 24:
      return { underline: false };
    case 29:
      return { strike: false };
    case 39:
      return { color: null };
    case 49:
      return { ground: null };
    default:
      return {};
  }
}

/** The color behind 38 or 48, and how many numbers it takes. */
function extended([kind, ...rest]: readonly number[]): readonly [number | string | null, number] {
  if (kind === 5) return [ofPalette(rest[0] ?? 0), 2];
  if (kind === 2) return [hex(rest.slice(0, 3)), 4];
  return [null, rest.length + 1];
}

/** Of the 256 colors: 16 that a theme chooses, a cube, and grays. */
function ofPalette(number: number): number | string {
  if (number < 16) return number;
  if (number >= 232) return hex(Array<number>(3).fill(8 + 10 * (number - 232)));
  const level = (digit: number): number => (digit === 0 ? 0 : 55 + 40 * digit);
  const at = number - 16;
  return hex([level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6)]);
}

function hex(parts: readonly number[]): string {
  const byte = (i: number): string =>
    Math.max(0, Math.min(255, parts[i] ?? 0))
      .toString(16)
      .padStart(2, "0");
  return `#${byte(0)}${byte(1)}${byte(2)}`;
}
