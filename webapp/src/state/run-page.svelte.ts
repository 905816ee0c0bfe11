/** The page of one run: which run it shows, and how to get there. */

import { formatHash } from "../lib/hash";
import { url } from "./url.svelte";

const VIEW = "run";
const KEY = "run";

class RunPage {
  #id = $state.raw<string | null>(null);

  constructor() {
    url.register({
      view: VIEW,
      keys: [KEY],
      write: () => (this.#id === null ? [] : [[KEY, this.#id]]),
      read: (params) => {
        this.#id = params.get(KEY) ?? null;
      },
    });
  }

  /** Of the run that it shows, or showed last; null: none yet. */
  get id(): string | null {
    return this.#id;
  }

  /** It is what the page shows now. */
  get isShown(): boolean {
    return url.view === VIEW;
  }

  /** Show the page of a run: a step that the back button undoes. */
  open = (id: string): void => {
    url.step(VIEW, () => {
      this.#id = id;
    });
  };

  /** The address of a run's page, for a link that can be opened beside this page. */
  address(id: string): string {
    return formatHash(VIEW, [[KEY, id]]);
  }

  /**
   * What makes an `<a>` lead to the page of a run: `<a {...runPage.link(id)}>`. A plain click keeps
   * which runs are selected, and what else the address says; one with a key opens a page beside.
   */
  link(id: string): { href: string; onclick: (event: MouseEvent) => void } {
    return {
      href: this.address(id),
      onclick: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.open(id);
      },
    };
  }
}

export const runPage = new RunPage();
