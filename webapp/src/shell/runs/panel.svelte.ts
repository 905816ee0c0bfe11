/** The panel of runs: its width, and whether it is seen, or a rail in its place. A drawer over the page on narrow screens. */

import { flag, numberIn } from "../../lib/codec";
import { runs } from "../../state/runs.svelte";
import { server } from "../../state/server.svelte";
import { defineSettings, setting } from "../../state/settings.svelte";
import { url } from "../../state/url.svelte";
import { views } from "../../views/registry";
import type { RunsList } from "../../views/view";

export const MIN_WIDTH = 200;
export const MAX_WIDTH = 640;

const settings = defineSettings(null, {
  "panel-open": setting(true, flag, { link: false }),
  "panel-beside-list": setting(false, flag, { link: false }),
  "panel-for-rail": setting(false, flag, { link: false }),
  "panel-width": setting(304, numberIn(MIN_WIDTH, MAX_WIDTH), { link: false }),
});

/** Whether it is open is remembered for each sort of views apart. */
const keys = { panel: "panel-open", none: "panel-beside-list", rail: "panel-for-rail" } as const;

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

  readonly #kind: RunsList = $derived(views.find(({ id }) => id === url.view)?.runsList ?? "panel");

  /** Its room is kept until it is known that there is no run: what is beside it does not move then. */
  get isThere(): boolean {
    return runs.known ? runs.list.length > 0 : server.error === null;
  }

  /** Whether a rail stands in its place. */
  get isRail(): boolean {
    return this.#kind === "rail" && this.isThere && !this.isDrawer && !this.open;
  }

  get open(): boolean {
    return this.isDrawer ? this.#drawerOpen : settings[keys[this.#kind]];
  }

  set open(value: boolean) {
    if (this.isDrawer) this.#drawerOpen = value;
    else settings[keys[this.#kind]] = value;
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
