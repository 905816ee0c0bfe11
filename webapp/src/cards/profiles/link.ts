/** The way to a profile. */

import { stepChoice } from "../steps/step-codec";
import { url } from "../../state/url.svelte";
import type { Profile } from "./marks";

/** Settings of the page of profiles that hold what was selected in one profile: it says nothing of another. */
export const SELECTED = [
  "open",
  "openModules",
  "module",
  "root",
  "memory",
  "at",
  "device",
  "range",
  "marked",
  "event",
  "rank",
  "closed",
] as const;

/** Shows the overview of a profile. */
export function showProfile({ run, tag, step }: Profile): void {
  const none = SELECTED.map((key) => [key, ""] as const);
  const place = [
    ["run", run],
    ["tag", tag],
    ["step", stepChoice.format(step)],
  ] as const;
  url.open("profiles", new Map([...none, ...place, ["file", "0"], ["tab", "overview"]]));
}
