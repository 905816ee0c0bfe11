/** The settings that every view of cards has. */

import type { Snippet } from "svelte";
import type { Axis } from "../../api/scalars";
import { choice, flag, list, numberIn, orNone, text } from "../../lib/codec";
import { automatic } from "../../lib/smoothing";
import { controlsIn, type SpecialKey } from "../../state/controls";
import { setting, type Keep, type Settings } from "../../state/settings.svelte";
import { tags } from "../../state/tags.svelte";
import { alongFirst, axes, xOf, xText, type XAxis } from "../scalars/x-axis";
import type { CardSize } from "../page/cards";
import { everyTag, tagChoice } from "../page/choice";
import { t } from "../texts";

const { choose, pick, slide } = controlsIn(t);

/** How large cards are: in the bar, or in the panel where the bar has no room for it. */
export function cardSize(keep: Keep = {}) {
  const sizes = { small: "small", medium: "medium", large: "large" } as const;
  return choose<CardSize>("medium", "size", sizes, { ...keep, resets: true });
}

/** Of the x axis of what goes through a training, by whatever name. */
export function axisChoice(
  label: () => string = () => t("axis"),
  more: { readonly shown?: (now: never) => boolean } = {},
) {
  return choose<Axis>("step", label, { step: "step", relative: "time", wall: "wall" }, more);
}

/** Of the x axis of charts of scalars, all of which are offered, and one that only a link names. */
export function xOptions(now: XAxis): readonly { value: string; label: string }[] {
  const names = alongFirst(tags.of("scalar").map(({ tag }) => tag));
  const kept = now.along === "" || names.includes(now.along) ? names : [now.along, ...names];
  return [
    ...axes.map((axis) => ({ value: axis, label: t(axis === "relative" ? "time" : axis) })),
    ...kept.map((along) => ({ value: xText({ axis: "step", along }), label: along })),
  ];
}

/** What charts of scalars go along; to be spread into what a view gives to `defineSettings`. */
export function xSettings(canBe: (now: never, x: XAxis) => boolean = () => true) {
  return {
    axis: pick<Axis>(
      "step",
      choice(...axes),
      "axis",
      (now: XAxis) => xOptions(now).filter(({ value }) => canBe(now as never, xOf(value) ?? now)),
      {
        get: (now: XAxis) => (canBe(now as never, now) ? xText(now) : "step"),
        set: (now: { -readonly [K in keyof XAxis]: XAxis[K] }, value: string) => {
          Object.assign(now, xOf(value));
        },
        resets: true,
      },
    ),
    /** The scalar in the place of the axis; empty: none. */
    along: setting("", text, { resets: true }),
  };
}

/**
 * How much curves are smoothed; null: by themselves.
 * @param byItself - whether it smooths where nobody has chosen.
 */
export function smoothingChoice(byItself: (now: never) => boolean = () => true) {
  return slide<number | null>(null, "smoothing", [0, 0.999, 0.001], {
    codec: orNone(numberIn(0, 0.999)),
    get: (now: { smoothing: number | null }) =>
      now.smoothing ?? (byItself(now as never) ? automatic.weight : 0),
    automatic: (now: never) => (byItself(now) ? t("automaticSmoothing", automatic) : t("auto")),
    resets: true,
  });
}

/** To be spread into what a view gives to `defineSettings`. */
export function cardSettings() {
  return {
    size: cardSize(),
    search: setting("", text, { store: false }),
    tags: setting(everyTag, tagChoice),
    closed: setting<readonly string[]>([], list, { link: false }),
    opened: setting<readonly string[]>([], list, { link: false }),
    panel: setting(false, flag, { link: false }),
    /** Key of the card in full screen. */
    full: setting("", text, { store: false }),
  };
}

/** The settings of any view of cards, as its cards' page sees them. */
export type CardSettings = Omit<Settings<ReturnType<typeof cardSettings>>, "reset">;

/** Keys of the cards whose height reaches to all values, or leaves out what squeezes the rest. */
export const reachSettings = {
  whole: setting<readonly string[]>([], list, { store: false }),
  rest: setting<readonly string[]>([], list, { store: false }),
};

/** The controls that a view draws itself in its panel: one for each special setting. */
export type SpecialProps<S> = [SpecialKey<S>] extends [never]
  ? { readonly special?: undefined }
  : { readonly special: Readonly<Record<SpecialKey<S>, Snippet>> };
