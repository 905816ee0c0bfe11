/** A row of buttons that is one stop of the Tab key: arrow keys go from one to the next. */

/** Which one a key leads to; undefined: the key is none of them. */
export function keyLeadsTo(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

const buttons = "button:not(:disabled), a[href]";

/** To be attached to the row. What opens beside a button of it has keys of its own. */
export function roving(row: HTMLElement): () => void {
  return rovingOver(row, buttons);
}

/**
 * The same for what is no row of buttons alone.
 * @param what - selector of what can have the focus.
 * @param first - selector of that which Tab leads to first; the first of all unless given.
 */
export function rovingOver(row: HTMLElement, what: string, first = what): () => void {
  let last: HTMLElement | null = null;

  const stops = (): HTMLElement[] =>
    [...row.querySelectorAll<HTMLElement>(what)].filter(
      (each) => each.closest("[popover]") === null,
    );
  const settle = (): void => {
    const all = stops();
    const current = all.find((each) => each === last) ?? all.find((each) => each.matches(first));
    for (const each of all) {
      const index = each === current ? 0 : -1;
      if (each.tabIndex !== index) each.tabIndex = index;
    }
  };
  const onfocusin = (event: FocusEvent): void => {
    const at = stops().find((each) => each === event.target);
    if (at === undefined) return;
    last = at;
    settle();
  };
  const onkeydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Its arrow keys are its own.
    if ((event.target as Element).matches("[role=application]")) return;
    const all = stops();
    const at = all.findIndex((each) => each === event.target);
    const next = at < 0 ? undefined : keyLeadsTo(event.key, at, all.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    all[next]?.focus();
  };

  settle();
  const observer = new MutationObserver(settle);
  const seen = ["disabled"];
  observer.observe(row, { childList: true, subtree: true, attributeFilter: seen });
  row.addEventListener("focusin", onfocusin);
  row.addEventListener("keydown", onkeydown);
  return () => {
    observer.disconnect();
    row.removeEventListener("focusin", onfocusin);
    row.removeEventListener("keydown", onkeydown);
  };
}
