/** Words that several pages of a profile share. */

import type { ProfileOverview } from "../../api/profiles";
import { isCategory } from "../../lib/profile/categories";
import { isPart } from "../../lib/profile/parts";
import type { StepParts } from "./settings";
import { t } from "./texts";

/** A part or phase of a step by its name; one that this page does not know by its own. */
export function partName(part: string): string {
  return isPart(part) ? t(`part_${part}`) : part;
}

const CATEGORIES = {
  activation: "memory_activation",
  gradient: "memory_gradient",
  "optimizer state": "memory_state",
  temporary: "memory_temporary",
  other: "part_other",
} as const;

/** What a block of memory seems to be. */
export function memoryCategory(name: string): string {
  return Object.hasOwn(CATEGORIES, name) ? t(CATEGORIES[name as keyof typeof CATEGORIES]) : name;
}

/** A category of events by its name; one that this page does not know by its own. */
export function categoryName(category: string): string {
  return isCategory(category) ? t(`category_${category}`) : category;
}

/** What nobody wrote down, such as a module of an operator that lies in none. */
export function orNone(name: string): string {
  return name === "" ? t("none") : name;
}

/** Code that records what a page lacks. */
export function codeOf(what: "plain" | "modules" | "memory" | "ranks"): string {
  const options = {
    plain: "steps=3",
    modules: "steps=3, modules=model",
    memory: "steps=3, memory=True",
    ranks: "steps=3",
  }[what];
  return [
    ...(what === "ranks" ? ["# in every process, with a writer of its own in the same run"] : []),
    `with writer.profile(${options}) as profiler:`,
    "    for batch in loader:",
    "        train(batch)",
    "        profiler.step()",
  ].join("\n");
}

/** A device by its number; -1 is the host. */
export function deviceName(device: number): string {
  return device < 0 ? t("host") : t("deviceN", { n: String(device) });
}

/** What the steps of a profile are broken down by. */
export function partsBy(parts: StepParts, { has }: ProfileOverview): "activity" | "phase" {
  if (parts !== "auto") return parts;
  return has.device === true ? "activity" : "phase";
}
