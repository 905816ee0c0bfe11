/** Texts of the Video view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  settings: "Settings of the videos",
  help: "Keys on the bar below a picture: Space play, ← → one frame. F full screen.",
  count: "{n} {n|video|videos}",
  speed: "Speed",
  video: "Video {tag}, step {step}",
  place: "Place in {tag}",
  at: "{now} of {all} s",
  save: "Save the file",
  frames: "{n} frames",
  clippedWhy: "{n} {n|value|values} beyond the range {n|was|were} clipped when it was logged",
  nanWhy: "{n} NaN {n|was|were} logged, and {n|is|are} black here",
  notDrawn: "This frame can't be drawn: {why}",
  noSeries: "This run has no such video.",
} as const;

export const t = defineTexts("videos", en);
