/** A control that was asked for from afar: the view that has it brings it into sight, whenever it is there. */

import type { Described } from "./settings.svelte";

class Reveal {
  #wanted = $state.raw<{ readonly settings: Described; readonly key: string } | null>(null);

  ask(settings: Described, key: string): void {
    this.#wanted = { settings, key };
  }

  /** Whether something that stands in the panel of these settings is asked for: it opens. Reactive. */
  isInPanel(settings: object): boolean {
    const { settings: of, key = "" } = this.#wanted ?? {};
    return of === settings && of.declared[key]?.control?.group !== undefined;
  }

  /** For what a control stands in: it is scrolled to, and has the focus. */
  here =
    (settings: Described, key: string) =>
    (element: Element): void => {
      if (this.#wanted?.settings !== settings || this.#wanted.key !== key) return;
      this.#wanted = null;
      const first = element.querySelector<HTMLElement>(
        "input, select, button:not(.help), [tabindex]",
      );
      first?.scrollIntoView({ block: "nearest" });
      first?.focus();
    };
}

export const reveal = new Reveal();
