/** Settings of the Groups view, remembered and carried by links. */

import { bands, bandsOfMedian, type Band, type GroupAxis, type Middle } from "../../api/groups";
import { xOf, xText, type XAxis } from "../../cards/scalars/x-axis";
import { cardSettings, reachSettings, xOptions } from "../../cards/settings/settings";
import { choice, flag, numberIn, text } from "../../lib/codec";
import { controlsIn, group } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { BY_NOTHING, groupBy, RANGES, thenBy } from "../../state/grouping";
import type { Option } from "../../ui/options";
import { t } from "./texts";

/** What the panel knows of the runs. */
export interface DivisionFacts {
  /** What can divide them. */
  readonly divisions: readonly Option<string>[];
  /** What does unless something is chosen, in words. */
  readonly automatic: string;
}

interface GroupX {
  axis: GroupAxis;
  along: string;
}

function xAxisOf({ axis, along }: GroupX): XAxis {
  return axis === "tag" ? { axis: "step", along } : { axis, along: "" };
}

const { toggle, choose, pick, slide } = controlsIn(t);

const levelOf: readonly string[] = ["auto", "t", "bootstrap"];

export const settings = defineSettings("groups", {
  ...group({
    /** Key of a column, `folder`, `none`, or empty: what divides the runs well. */
    by: pick(
      "",
      text,
      "groupBy",
      ({ divisions, automatic }: DivisionFacts) => [
        { value: "", label: automatic },
        ...divisions,
        { value: BY_NOTHING, label: t("nothing") },
      ],
      { shared: groupBy, store: false, resets: false, inPanel: true },
    ),
    then: pick(
      "",
      text,
      "then",
      ({ divisions, by }: DivisionFacts & { by: string }) => [
        { value: "", label: t("none") },
        ...divisions.filter(({ value }) => value !== by),
      ],
      { shared: thenBy, store: false, resets: false, inPanel: true },
    ),
    ranges: slide(RANGES, "ranges", [2, 10, 1], { below: true }),
  }),
  ...group({
    middle: choose<Middle>("mean", "middle", { mean: "mean", median: "median" }),
    /** `auto`: the one that fits the groups. */
    band: pick<Band | "auto">(
      "auto",
      choice("auto", ...bands),
      "band",
      (now: { middle: Middle }) =>
        (["auto", ...bandsOf(now)] as const).map((value) => ({ value, label: t(`band.${value}`) })),
      { help: "groups", get: bandOf },
    ),
    level: slide(0.95, "level", [0.5, 0.99, 0.01], {
      codec: numberIn(0.5, 0.999),
      shown: (now: Banded) => levelOf.includes(bandOf(now)),
    }),
    singles: toggle(true, "singles"),
  }),
  ...group({
    axis: pick<GroupAxis>(
      "step",
      choice("step", "relative", "tag"),
      "axis",
      // Groups have no date in common.
      (now: GroupX) => xOptions(xAxisOf(now)).filter(({ value }) => value !== "wall"),
      {
        get: (now: GroupX) => xText(xAxisOf(now)),
        set: (now: GroupX, text: string) => {
          const { axis = "step", along = "" } = xOf(text) ?? {};
          if (along !== "") Object.assign(now, { axis: "tag", along });
          else if (axis !== "wall") now.axis = axis;
        },
      },
    ),
    logX: toggle(false, "logX"),
    logY: toggle(false, "logY"),
    smoothing: slide(0, "smoothing", [0, 0.999, 0.001], { help: "smoothing" }),
  }),
  /** The scalar along which axis `tag` goes. */
  along: setting("", text),
  ...cardSettings(),
  ...reachSettings,
  /** Comparison of two groups: open, of which, by which metric, with which pairs. */
  compare: setting(false, flag, { store: false }),
  a: setting("", text, { store: false }),
  b: setting("", text, { store: false }),
  /** Key of a metric's column. */
  metric: setting("", text, { store: false }),
  /** `all`, `none`, or the name of a hyperparameter. */
  pair: setting("", text, { store: false }),
});

export type GroupSettings = typeof settings;

interface Banded {
  readonly middle: Middle;
  readonly band: Band | "auto";
}

/** The bands that fit the middle. */
export function bandsOf({ middle }: Pick<Banded, "middle">): readonly Band[] {
  return middle === "median" ? bandsOfMedian : bands;
}

/** One of the mean is none of the median. */
export function bandOf(now: Banded): Band | "auto" {
  return now.band === "auto" || bandsOf(now).includes(now.band) ? now.band : "auto";
}
