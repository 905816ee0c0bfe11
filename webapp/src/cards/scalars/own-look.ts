/** How one chart is drawn otherwise than all charts of its view. */

import { getContext, setContext } from "svelte";
import { flag, list, numberIn, type Codec } from "../../lib/codec";
import { typedNumber } from "../../lib/numbers";
import { xOf, xText, type XAxis } from "./x-axis";

/** What is not there is as in all charts. */
export interface OwnLook {
  readonly x?: XAxis;
  /** The ends of the y axis; the one that is not there is automatic. */
  readonly low?: number;
  readonly high?: number;
  readonly smoothing?: number;
  readonly logY?: boolean;
}

/** Of a card by its key. */
export type OwnLooks = readonly (readonly [key: string, look: OwnLook])[];

/** Addresses have an end: of more charts, only those that were changed last are kept. */
const most = 20;

const weight = numberIn(0, 0.999);
/** The distance of two of them is a number, too. */
const end = numberIn(-Number.MAX_VALUE / 4, Number.MAX_VALUE / 4);

/** `x=tag:epoch;low=0`, with `;` and `%` of values escaped. What can't be read is as in all charts. */
const lookCodec = {
  parse(text: string): OwnLook {
    const parts = text.split(";").map((part) => part.split("="));
    const of = (name: string): string => {
      const [, ...value] = parts.find(([each]) => each === name) ?? [];
      return value.join("=").replaceAll("%3B", ";").replaceAll("%25", "%");
    };
    const ends = { low: end.parse(of("low")), high: end.parse(of("high")) };
    const isRange = !((ends.low ?? -Infinity) >= (ends.high ?? Infinity));
    return given({
      x: xOf(of("x")),
      ...(isRange ? ends : {}),
      smoothing: weight.parse(of("smoothing")),
      logY: flag.parse(of("logY")),
    });
  },
  format: ({ x, logY, ...numbers }: OwnLook): string =>
    Object.entries(
      given({
        x: x && xText(x),
        ...numbers,
        logY: logY === undefined ? undefined : flag.format(logY),
      }),
    )
      .map(
        ([name, value]) => `${name}=${String(value).replaceAll("%", "%25").replaceAll(";", "%3B")}`,
      )
      .join(";"),
};

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Without what is undefined. */
function given<T extends object>(loose: Loose<T>): Partial<T> {
  return Object.fromEntries(
    Object.entries(loose).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}

/** Keys of cards and their looks in turn. */
export const looksCodec: Codec<OwnLooks> = {
  parse(text) {
    const parts = list.parse(text);
    if (parts === undefined || parts.length % 2 > 0) return undefined;
    return parts.slice(0, 2 * most).flatMap((key, i): OwnLooks => {
      const look = i % 2 === 0 ? lookCodec.parse(parts[i + 1] ?? "") : {};
      return isOwn(look) ? [[key, look]] : [];
    });
  },
  format: (looks) => list.format(looks.flatMap(([key, look]) => [key, lookCodec.format(look)])),
};

const none: OwnLook = {};

export function lookOf(looks: OwnLooks, key: string): OwnLook {
  return looks.find(([each]) => each === key)?.[1] ?? none;
}

/** Whether a chart is drawn otherwise than the others. */
export function isOwn(look: OwnLook): boolean {
  return Object.keys(look).length > 0;
}

/** @param change - undefined: as in all charts from now on. */
export function changed(look: OwnLook, change: Loose<OwnLook>): OwnLook {
  return given({ ...look, ...change });
}

export function withLook(looks: OwnLooks, key: string, look: OwnLook): OwnLooks {
  const others = looks.filter(([each]) => each !== key);
  return isOwn(look) ? [...others, [key, look] as const].slice(-most) : others;
}

/** What is wrong with an end of a range, or with both. */
export type RangeProblem = "notNumber" | "order" | "log";

/** The ends of a y axis as they were written; empty: automatic. */
export function readRange(
  texts: { readonly low: string; readonly high: string },
  isLog: boolean,
):
  | { readonly ends: Pick<OwnLook, "low" | "high"> }
  | { readonly problem: RangeProblem; readonly at: "low" | "high" } {
  const read = { low: typedNumber(texts.low), high: typedNumber(texts.high) };
  for (const at of ["low", "high"] as const)
    if (end.parse(String(read[at] ?? 0)) === undefined) return { problem: "notNumber", at };
  const { low, high } = read;
  if (low !== null && high !== null && low >= high) return { problem: "order", at: "high" };
  for (const at of ["low", "high"] as const)
    if (isLog && (read[at] ?? 1) <= 0) return { problem: "log", at };
  return { ends: given({ low: low ?? undefined, high: high ?? undefined }) };
}

const KEY = Symbol("settings of all charts");

/** Gives what a chart has of its own to all charts; what they can't have is left. */
export type GiveToAll = (look: OwnLook) => OwnLook;

/** From here on down what a chart has is given to others by that. While a component is made. */
export function offerToAll(give: GiveToAll): void {
  setContext(KEY, give);
}

/** undefined: those of the view. While a component is made. */
export function toAllHere(): GiveToAll | undefined {
  return getContext(KEY);
}
