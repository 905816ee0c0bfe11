/** Landscapes that a mode shows, as its settings say. */

import type { LandscapeSummary } from "../../api/landscapes";
import type { Landscapes } from "./store.svelte";

interface Given {
  readonly landscapes: readonly LandscapeSummary[];
  readonly store: Landscapes;
}

export class ShownMode<S> {
  protected readonly settings: S;
  readonly #given: () => Given;

  /** @param given - what the mode is given now. */
  constructor(settings: S, given: () => Given) {
    this.settings = settings;
    this.#given = given;
  }

  /** Reactive. */
  protected get landscapes(): readonly LandscapeSummary[] {
    return this.#given().landscapes;
  }

  protected get store(): Landscapes {
    return this.#given().store;
  }
}
