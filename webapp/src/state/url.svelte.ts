/**
 * The address bar: which view is shown, and the whole state of what is shown.
 *
 * Every part of the state that belongs into a link registers as a `Linked`. A change of it is
 * written with `replaceState` (no jump, no history entry for each move of a slider); an address
 * that the user opens or edits is read back into all of them.
 */

import { formatHash, parseHash } from "../lib/hash";

type Params = ReadonlyMap<string, string>;

export interface Linked {
  /** Id of the view whose links carry it; null: all of them. */
  readonly view: string | null;
  /** The parameters that are its own. */
  readonly keys: readonly string[];
  /** What the link shall say; defaults are left out. */
  write(): Iterable<[string, string]>;
  /** The user opened an address; what it leaves out has its default. */
  read(params: Params): void;
}

/** Browsers refuse more than about 100 writes in 30 seconds. */
const WRITE_MS = 350;

class Url {
  /** The address that the user opened last: not what was written since. */
  #opened = parseHash(location.hash);
  /** The address as it was last read or written: another one is an edit that was not read yet. */
  #known = location.hash;
  /** Id of the view that is shown; empty for none. */
  #view = $state(this.#opened.view);

  readonly #linked: Linked[] = [];
  /** Parameters that a view shall have, though its code may still be on its way. */
  #wished: { readonly view: string; readonly params: Map<string, string> } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStepping = false;

  constructor() {
    addEventListener("hashchange", () => {
      this.#open();
    });
    addEventListener("pagehide", () => {
      this.#write();
    });
  }

  get view(): string {
    return this.#view;
  }

  register(linked: Linked): void {
    this.#linked.push(linked);
    const { view, params } = this.#opened;
    if (params !== null && (linked.view === null || linked.view === view)) linked.read(params);
    // What the browser remembered is part of what is seen, and so of a link to it.
    else if (this.#view !== "") this.changed();
    this.#grant(linked);
  }

  /** Show another view: a step that the back button undoes. */
  show(view: string): void {
    if (view !== this.#view) this.step(view);
  }

  /**
   * Show a view with another state: a step that the back button undoes, also within one view.
   * @param change - of what registered, such as which run is shown; steps within it are part of this one.
   */
  step(view: string, change: () => void = () => undefined): void {
    if (this.#isStepping) {
      change();
      return;
    }
    this.#write();
    this.#isStepping = true;
    try {
      change();
    } finally {
      this.#isStepping = false;
    }
    this.#view = view;
    const hash = this.#hash();
    if (hash !== location.hash) history.pushState(null, "", hash);
    this.#known = location.hash;
  }

  /** Show a view with some of its parameters given, and all others as they are. */
  open(view: string, params: Params): void {
    this.step(view, () => {
      this.#wished = { view, params: new Map(params) };
      for (const linked of this.#linked) this.#grant(linked);
    });
  }

  #grant(linked: Linked): void {
    const { view, params } = this.#wished ?? {};
    if (params === undefined || linked.view !== view) return;
    const own = linked.keys.flatMap((key) => {
      const value = params.get(key);
      return value === undefined ? [] : [[key, value] as const];
    });
    if (own.length === 0) return;
    linked.read(new Map([...linked.write(), ...own]));
    for (const [key] of own) params.delete(key);
  }

  /**
   * The address names no view that there is: show this one in its place. Written at once: an
   * address that says nothing would leave the back button nothing to go back to.
   */
  settle(view: string): void {
    this.#opened = { ...this.#opened, view };
    this.#view = view;
    this.#write();
  }

  /** Write the state into the address soon. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#write();
    }, WRITE_MS);
  }

  #hash(): string {
    const linked = this.#linked.filter(({ view }) => view === null || view === this.#view);
    const params: [string, string][] = [];
    if (this.#opened.view === this.#view) {
      // The code of the view may still be on its way: its parameters wait in the address.
      const owned = new Set(linked.flatMap(({ keys }) => keys));
      for (const [key, value] of this.#opened.params ?? []) {
        if (!owned.has(key)) params.push([key, value]);
      }
    }
    for (const { write } of linked) params.push(...write());
    return formatHash(this.#view, params);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The browser reports an edit a moment after it: until then the address is the user's.
    if (location.hash !== this.#known) return;
    const hash = this.#hash();
    if (hash === location.hash) return;
    history.replaceState(null, "", hash);
    this.#known = location.hash;
  }

  #open(): void {
    this.#known = location.hash;
    this.#opened = parseHash(location.hash);
    this.#view = this.#opened.view;
    const { params } = this.#opened;
    if (params === null) return;
    for (const linked of this.#linked) {
      if (linked.view === null || linked.view === this.#view) linked.read(params);
    }
  }
}

export const url = new Url();
