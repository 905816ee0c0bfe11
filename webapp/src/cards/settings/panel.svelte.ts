/** The panel of settings: whether it is seen. Over the cards on narrow windows, and closed at first. */

import { untrack } from "svelte";
import { reveal } from "../../state/reveal.svelte";
import type { CardSettings } from "./settings";

export class PanelState {
  readonly #settings: () => Pick<CardSettings, "panel">;
  readonly #narrow = matchMedia("(width < 900px)");
  #isOver = $state(this.#narrow.matches);
  #openOver = $state(false);

  /** While a component is made. */
  constructor(settings: () => Pick<CardSettings, "panel">) {
    this.#settings = settings;
    $effect(() => {
      if (reveal.isInPanel(settings())) untrack(() => (this.open = true));
    });
  }

  /** Begins to follow the window's width, and Escape where the panel is over the cards. @returns how to end. */
  start(): () => void {
    const follow = ({ matches }: MediaQueryListEvent): void => {
      this.#isOver = matches;
      this.#openOver = false;
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || !this.#openOver) return;
      // What lies on top of it is closed first.
      if (document.querySelector("dialog[open], [popover=auto]:popover-open") !== null) return;
      event.preventDefault();
      this.#openOver = false;
    };
    this.#narrow.addEventListener("change", follow);
    addEventListener("keydown", escape);
    return () => {
      this.#narrow.removeEventListener("change", follow);
      removeEventListener("keydown", escape);
    };
  }

  get open(): boolean {
    return this.#isOver ? this.#openOver : this.#settings().panel;
  }

  set open(value: boolean) {
    if (this.#isOver) this.#openOver = value;
    else this.#settings().panel = value;
  }
}
