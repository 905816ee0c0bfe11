/** Which step each card shows: its own, or the same one in all cards. */

import { flag } from "../../lib/codec";
import { controlsIn, group } from "../../state/controls";
import { setting, type Settings } from "../../state/settings.svelte";
import { cardSteps, stepChoice, type CardStep } from "./step-codec";
import type { StepChoice } from "./steps";
import { t } from "../texts";

const { toggle } = controlsIn(t);

/** To be spread into what a view with steps gives to `defineSettings`. */
export function stepSettings() {
  return {
    /** The same step in all cards. */
    sameStep: setting(false, flag),
    /** That step. */
    step: setting<StepChoice>(null, stepChoice, { store: false }),
    /** Otherwise the steps of those cards that do not show the newest one. */
    steps: setting<readonly CardStep[]>([], cardSteps, { store: false }),
    /** Time since the first step in place of the moment. */
    relative: setting(false, flag),
  };
}

/**
 * The same, with their controls in the panel.
 * @param shown - whether these are there; always unless given.
 */
export function stepControls(shown: (now: never) => boolean = () => true) {
  return {
    ...stepSettings(),
    step: setting<StepChoice>(null, stepChoice, { store: false, resets: true }),
    ...group({
      sameStep: toggle(false, "sameStep", {
        shown,
        set: (now: StepSettings, on: boolean) => new ChosenSteps(now).link(on),
      }),
      relative: toggle(false, "sinceFirst", { shown }),
    }),
  };
}

export type StepSettings = Omit<Settings<ReturnType<typeof stepSettings>>, "reset">;

export class ChosenSteps {
  readonly #settings: StepSettings;

  constructor(settings: StepSettings) {
    this.#settings = settings;
  }

  /** Reactive. */
  of(key: string): StepChoice {
    const { sameStep, step, steps } = this.#settings;
    return sameStep ? step : (steps.find(([other]) => other === key)?.[1] ?? null);
  }

  choose(key: string, step: StepChoice): void {
    if (this.#settings.sameStep) {
      this.#settings.step = step;
      return;
    }
    const others = this.#settings.steps.filter(([other]) => other !== key);
    this.#settings.steps = step === null ? others : [...others, [key, step]];
  }

  /** Whether times are written as time since the first step. */
  get relative(): boolean {
    return this.#settings.relative;
  }

  set relative(on: boolean) {
    this.#settings.relative = on;
  }

  /** Whether all cards show the same step. */
  get linked(): boolean {
    return this.#settings.sameStep;
  }

  /** What all cards shall show from now on is what the card that was moved last shows. */
  link(on: boolean): void {
    this.#settings.step = on ? (this.#settings.steps.at(-1)?.[1] ?? null) : null;
    this.#settings.sameStep = on;
  }
}
