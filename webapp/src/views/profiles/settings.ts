/** Settings of the Profiles view, remembered and carried by links. */

import { GROUPINGS, type Grouping } from "../../api/profiles";
import type { DifferenceOf } from "../../api/profile-parts";
import { stepSettings } from "../../cards/steps/chosen-steps";
import { SELECTED } from "../../cards/profiles/link";
import { stepChoice } from "../../cards/steps/step-codec";
import type { StepChoice } from "../../cards/steps/steps";
import { choice, flag, list, numberIn, orNone, text, type Codec } from "../../lib/codec";
import type { RowSort } from "../../lib/table/row-sort";
import { controlsIn } from "../../state/controls";
import { defineSettings, setting } from "../../state/settings.svelte";
import { rangeCodec, sortCodec } from "./codecs";
import { t } from "./texts";

const TABS = [
  "overview",
  "operators",
  "kernels",
  "modules",
  "memory",
  "timeline",
  "ranks",
  "difference",
] as const;
export type Tab = (typeof TABS)[number];

const { choose, pick } = controlsIn(t);
const unkept = { store: false } as const;

const groupings: Codec<readonly Grouping[]> = {
  parse: (written) => {
    const wished = list.parse(written) ?? [];
    return GROUPINGS.filter((each) => wished.includes(each));
  },
  format: list.format,
};

/** `auto`: by activity where a device was recorded, else by phase. */
export type StepParts = "auto" | "activity" | "phase";

/** Which column numbers stand for: what an operator took itself, or with all within it. */
export type TimeMeasure = "self" | "total";
/** Time of the host, or of the devices that it kept busy. */
export type TimeSide = "host" | "device";

const byTime: RowSort = { key: "time", descending: true };

export const settings = defineSettings("profiles", {
  run: setting("", text, unkept),
  tag: setting("", text, unkept),
  ...stepSettings(),
  /** The trace that was opened, in place of what was logged. */
  file: setting(false, flag, unkept),
  tab: pick<Tab>(
    "overview",
    choice(...TABS),
    "page",
    () => TABS.map((value) => ({ value, label: t(`tab_${value}`) })),
    { ...unkept, opens: false },
  ),

  /** What steps are broken down by. */
  parts: setting<StepParts>("auto", choice("auto", "activity", "phase")),

  measure: choose<TimeMeasure>("self", "measure", { self: "self", total: "total" }),
  side: choose<TimeSide>("host", "side", { host: "host", device: "device" }),
  form: choose<"bars" | "pie">("bars", "drawing", { bars: "bars", pie: "pie" }),
  rows: choose<"type" | "all">("type", "rows", { type: "byType", all: "all" }),
  by: setting<readonly Grouping[]>([], groupings, unkept),
  search: setting("", text, unkept),
  sort: setting<RowSort>(byTime, sortCodec),
  /** Types whose operators are shown. */
  open: setting<readonly string[]>([], list, unkept),

  kernels: setting("", text, unkept),
  kernelSort: setting<RowSort>(byTime, sortCodec),

  tree: choose<"module" | "stack">(
    "module",
    "treeOf",
    { module: "tab_modules", stack: "callTree" },
    unkept,
  ),
  flame: choose<"icicle" | "flame">("icicle", "drawing", { icicle: "icicle", flame: "flame" }),
  modules: setting("", text, unkept),
  moduleSort: setting<RowSort>(byTime, sortCodec),
  /** Paths of nodes that are open though they are not at first, after a plus; closed ones after a minus. */
  openModules: setting<readonly string[]>([], list, unkept),
  /** Path of the module that is selected, and of the one that takes the whole flame graph. */
  module: setting("", text, unkept),
  root: setting("", text, unkept),

  device: setting<number | null>(null, orNone(numberIn(-1, 4096)), unkept),
  memory: setting(null, rangeCodec, unkept),
  at: setting<number | null>(null, orNone(numberIn(-1e18, 1e18)), unkept),
  owners: choose<"operator" | "module" | "phase" | "category">("operator", "owners", {
    operator: "operator",
    module: "module",
    phase: "phase",
    category: "category",
  }),
  blocks: choose<"largest" | "left">(
    "largest",
    "blocks",
    { largest: "largest", left: "leftOver" },
    unkept,
  ),

  /** What is seen of the timeline; null: all. */
  range: setting(null, rangeCodec, unkept),
  marked: setting(null, rangeCodec, unkept),
  event: setting<number | null>(null, orNone(numberIn(0, 1e12)), unkept),
  /** Whether all ranks of the training are shown, and the tag of the one that is looked at; empty: the chosen one. */
  ranks: setting(false, flag, unkept),
  rank: setting("", text, unkept),
  find: setting("", text, unkept),
  /** What colors of the timeline distinguish. */
  colors: choose<"name" | "category">("name", "colors", {
    name: "byName",
    category: "colors_category",
  }),
  drag: choose<"move" | "zoom" | "mark">("move", "drag", {
    move: "drag_move",
    zoom: "drag_zoom",
    mark: "drag_mark",
  }),
  closed: setting<readonly string[]>([], list, unkept),

  collectiveSort: setting<RowSort>({ key: "skew", descending: true }, sortCodec),

  otherRun: setting("", text, unkept),
  otherTag: setting("", text, unkept),
  otherStep: setting<StepChoice>(null, stepChoice, unkept),
  what: setting<DifferenceOf>(
    "phase",
    choice("operator", "type", "kernel", "module", "phase", "part"),
  ),
  changes: setting("", text, unkept),
  changeSort: setting<RowSort>({ key: "size", descending: true }, sortCodec),
});

/** What was selected in one profile says nothing of another. */
export function forget(): void {
  for (const key of SELECTED) settings.reset(key);
}
