/** Light, dark, or what the system says. */

import { choice } from "../lib/codec";
import { defineSettings, setting } from "./settings.svelte";

export type ThemeChoice = "auto" | "light" | "dark";

const settings = defineSettings(null, {
  theme: setting<ThemeChoice>("auto", choice("auto", "light", "dark"), { link: false }),
});

class Theme {
  readonly #system = matchMedia("(prefers-color-scheme: dark)");
  /** The look of what frames this page, such as a notebook, as its address has it. */
  readonly #around = new URLSearchParams(location.search).get("theme");
  #systemIsDark = $state(this.#system.matches);
  /** What the server was started to offer; null: nothing. */
  offered = $state<"light" | "dark" | null>(null);

  /** What is drawn. A chart that paints on a canvas reads it, to paint anew when it changes. */
  readonly current: "light" | "dark" = $derived.by(() => {
    if (settings.theme !== "auto") return settings.theme;
    if (this.offered !== null) return this.offered;
    if (this.#around === "light" || this.#around === "dark") return this.#around;
    return this.#systemIsDark ? "dark" : "light";
  });

  constructor() {
    this.#system.addEventListener("change", (event) => {
      this.#systemIsDark = event.matches;
    });
  }

  get choice(): ThemeChoice {
    return settings.theme;
  }

  set choice(value: ThemeChoice) {
    settings.theme = value;
  }
}

export const theme = new Theme();
