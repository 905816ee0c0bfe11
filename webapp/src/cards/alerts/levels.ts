/** How urgent alerts are, and the sign of each. */

import type { AlertEvent } from "../../api/alerts";
import type { IconName } from "../../ui/icons";

/** From the least to the most urgent. */
export const levels = ["info", "warn", "error"] as const;
export type AlertLevel = (typeof levels)[number];

export const signs: Readonly<Record<AlertLevel, IconName>> = {
  info: "bell",
  warn: "alert",
  error: "alert",
};

/** One that this page does not know is a warning. */
export function levelOf({ level }: AlertEvent): AlertLevel {
  return levels.find((each) => each === level) ?? "warn";
}
