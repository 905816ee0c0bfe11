/** The settings that every view of cards has. */

import type { Snippet } from "svelte";
import type { Axis } from "../../api/scalars";
import { flag, list, text } from "../../lib/codec";
import { controlsIn, type SpecialKey } from "../../state/controls";
import { setting, type Keep, type Settings } from "../../state/settings.svelte";
import type { CardSize } from "../page/cards";
import { everyTag, tagChoice } from "../page/choice";
import { t } from "../texts";

const { choose } = controlsIn(t);

/** How large cards are: in the bar, or in the panel where the bar has no room for it. */
export function cardSize(keep: Keep = {}) {
  const sizes = { small: "small", medium: "medium", large: "large" } as const;
  return choose<CardSize>("medium", "size", sizes, { ...keep, resets: true });
}

/** Of the x axis of what goes through a training, by whatever name. */
export function axisChoice(
  label: () => string = () => t("axis"),
  more: {
    readonly shown?: (now: never) => boolean;
    readonly set?: (now: never, value: never) => void;
  } = {},
) {
  return choose<Axis>("step", label, { step: "step", relative: "time", wall: "wall" }, more);
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
