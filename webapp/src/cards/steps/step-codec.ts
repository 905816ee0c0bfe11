/** How steps that were chosen are written into the address. */

import { list, type Codec } from "../../lib/codec";
import type { StepChoice } from "./steps";

/** The step of a card by its key. */
export type CardStep = readonly [key: string, step: number];

/** Addresses have an end: of more steps, only the last ones are written. */
const LIMIT = 50;

export const stepChoice: Codec<StepChoice> = {
  parse(text) {
    if (text === "") return null;
    return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  },
  format: (step) => (step === null ? "" : String(step)),
};

/** Key and step in turn; a step that can't be read is left out. */
export const cardSteps: Codec<readonly CardStep[]> = {
  parse(text) {
    const parts = list.parse(text);
    if (parts === undefined || parts.length % 2 > 0) return undefined;
    return parts.slice(0, 2 * LIMIT).flatMap((key, i): CardStep[] => {
      const step = i % 2 === 0 ? stepChoice.parse(parts[i + 1] ?? "") : null;
      return typeof step === "number" ? [[key, step]] : [];
    });
  },
  format: (steps) => list.format(steps.slice(-LIMIT).flatMap(([key, step]) => [key, String(step)])),
};
