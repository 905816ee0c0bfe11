/** Which box is selected, what is traced from it, and how the drawing follows. While a component is made. */

import { untrack } from "svelte";
import { boxAt } from "../../../lib/graph/opening";
import type Drawing from "./Drawing.svelte";
import { tracedNodes } from "./marks";
import { settings } from "../settings";
import type { Subject } from "../subject/subject.svelte";

export class GraphSelection {
  readonly #subject: Subject;
  readonly #drawing: () => Drawing | undefined;
  /** A box shall be chosen to which ways lead. */
  isPicking = $state(false);

  /** The box to which ways lead; -1: none. */
  readonly path = $derived.by(() => {
    const { outline } = this.#subject.page;
    return outline === null || settings.path === "" ? -1 : boxAt(outline, settings.path);
  });
  /** The nodes on the ways that were asked for; null: none were. */
  readonly traced = $derived.by(() => {
    const { outline, selected } = this.#subject.page;
    const { trace: way, traceSteps: steps } = settings;
    return outline === null
      ? null
      : tracedNodes(outline, selected, { way, steps, path: this.path });
  });

  /** @param drawing - reactive; undefined until it is there. */
  constructor(subject: Subject, drawing: () => Drawing | undefined) {
    this.#subject = subject;
    this.#drawing = drawing;
    // What a link selects is shown where it is.
    $effect(() => {
      if (drawing() !== undefined) untrack(() => this.#show(subject.page.selected));
    });
    // A link from elsewhere leads to a box that may lie in closed ones.
    $effect(() => {
      const { chosen, page } = subject;
      if (!settings.reveal || drawing() === undefined || page.logged?.tag !== chosen.tag) return;
      if (page.logged.run !== chosen.run) return;
      untrack(() => {
        settings.reveal = false;
        page.reveal(page.selected);
        this.#show(page.selected);
      });
    });
  }

  /** @param isShown - whether the drawing shall move there. */
  select(box: number, isShown = false): void {
    const { page } = this.#subject;
    if (this.isPicking && box >= 0) {
      settings.path = page.keyOf(box);
      this.isPicking = false;
      return;
    }
    if (settings.path !== "") settings.path = "";
    page.select(box);
    if (isShown) this.#show(box);
  }

  /** To a node or scope, with whatever has to be shown for it. */
  go(place: number, isScope: boolean): void {
    this.#show(this.#subject.page.go(place, isScope));
  }

  #show(box: number): void {
    const seen = this.#subject.page.seen(box);
    if (seen >= 0) this.#drawing()?.reveal(seen);
  }
}
