/** Texts of the Audio view. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  settings: "Settings of the sounds",
  help: "Click into the picture to play from there. Keys in it: Space play, ← → one second. F full screen.",
  count: "{n} {n|sound|sounds}",
  wave: "Waveform",
  spectrogram: "Spectrogram",
  range: "Decibels",
  volume: "Volume",
  seek: "Place in {tag}, step {step}",
  at: "{now} of {all}",
  save: "Save the WAV file",
  mono: "mono",
  stereo: "stereo",
  channels: "{n} channels",
  bits: "{n} bits",
  clippedWhy: "{n} {n|value|values} beyond −1 to 1 {n|was|were} clipped when it was logged",
  nanWhy: "{n} NaN {n|was|were} logged, and {n|is|are} silence here",
  tooLong: "Too long to be drawn; it can be played.",
  empty: "The sound has no samples.",
  noSeries: "This run has no such sound.",
  failed: "The browser can't play this: {why}",
} as const;

export const t = defineTexts("audio", en);
