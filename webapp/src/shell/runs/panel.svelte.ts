/** The panel of runs: its width, and whether it is seen. A drawer over the page on narrow screens. */

import { flag, numberIn } from "../../lib/codec";
import { runs } from "../../state/runs.svelte";
import { server } from "../../state/server.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { url } from "../../state/url.svelte";
import { views } from "../../views/registry";

export const MIN_WIDTH = 200;
export const MAX_WIDTH = 640;

const settings = defineSettings(null, {
  "panel-open": setting(true, flag, { link: false }),
  /** Beside views that are a list of runs themselves. */
  "panel-beside-list": setting(false, flag, { link: false }),
  "panel-width": setting(304, numberIn(MIN_WIDTH, MAX_WIDTH), { link: false }),
});

class Panel {
  readonly #narrow = matchMedia("(max-width: 760px)");
  isDrawer = $state(this.#narrow.matches);
  #drawerOpen = $state(false);

  constructor() {
    this.#narrow.addEventListener("change", ({ matches }) => {
      this.isDrawer = matches;
      this.#drawerOpen = false;
    });
  }

  readonly #key = $derived(
    views.some(({ id, listsRuns }) => listsRuns === true && id === url.view)
      ? "panel-beside-list"
      : "panel-open",
  );

  /** Its room is kept until it is known that there is no run: what is beside it does not move then. */
  get isThere(): boolean {
    return runs.known ? runs.list.length > 0 : server.error === null;
  }

  get open(): boolean {
    return this.isDrawer ? this.#drawerOpen : settings[this.#key];
  }

  set open(value: boolean) {
    if (this.isDrawer) this.#drawerOpen = value;
    else settings[this.#key] = value;
  }

  /** Pixels. */
  get width(): number {
    return settings["panel-width"];
  }

  set width(pixels: number) {
    settings["panel-width"] = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, pixels)));
  }
}

export const panel = new Panel();
