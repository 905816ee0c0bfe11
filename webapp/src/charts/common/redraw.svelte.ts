/** Drawing whenever it must be, and not more often than the browser shows it. */

import { untrack } from "svelte";
import { frames } from "./frames";

/**
 * Draws in the next frame that the page has for it, and again whenever something has changed that the
 * last drawing read. To be called while a component is made; it ends with the component.
 * @param draw - what it reads without drawing it, or writes, belongs into `untrack`.
 * @param isUrgent - whether it goes before the drawings of other charts.
 * @returns how to ask for a drawing though nothing that it reads has changed.
 */
export function redraws(draw: () => void, isUrgent: () => boolean = () => true): () => void {
  let turn = $state(0);
  let isTurn = false;
  const take = (): void => {
    isTurn = true;
    turn++;
  };
  const ask = (): void => frames.add(take, untrack(isUrgent));
  $effect(() => {
    // Read in every run: a drawing that has its turn is an effect of that.
    if (turn >= 0 && !isTurn) return ask();
    isTurn = false;
    draw();
  });
  $effect(() => () => frames.remove(take));
  return ask;
}
