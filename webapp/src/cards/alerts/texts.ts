/** Texts of alerts. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  title: "Alerts",
  button: "Alerts: {n} not acknowledged",
  none: "No rule was broken.",
  noneHow: "Rules stand in the file that the server was started with: vdlite --rules rules.toml.",
  info: "info",
  warn: "warning",
  error: "error",
  acknowledge: "Acknowledge",
  acknowledgeAll: "Acknowledge all",
  acknowledged: "acknowledged",
  more: "Silence",
  silenceHour: "Send nothing of this rule for an hour",
  silenceRun: "Send nothing of this rule in this run",
  silences: "Silenced",
  silenced: "{rule} in {run}",
  everyRule: "every rule",
  everyRun: "every run",
  until: "until {time}",
  forEver: "for ever",
  endSilence: "Send again: {what}",
  desktop: "Notices on this desktop, as long as a page is open",
  desktopRefused: "The browser does not allow notices of this page.",
  waiting: "{name}: {n} {n|event waits|events wait}: {problem}",
  mark: "{level} at step {step}: {text}",
  markMore: "{n} more at this place",
  failed: "Alerts could not be fetched or changed: {error}",
} as const;

export const t = defineTexts("cardsAlerts", en);
