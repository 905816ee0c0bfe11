/** A short text beside an element, on hover and on focus; a mouse's title with a keyboard's reach. */

import type { Attachment } from "svelte/attachments";

const DELAY_MS = 250;
const GAP = 6;
const MARGIN = 4;

/** One element for the whole page: only one text is ever seen. */
let bubble: HTMLElement | undefined;
let owner: HTMLElement | undefined;
/** The key that was pressed last: with Escape a dialog hands the focus back, which asks for nothing. */
let lastKey: string | undefined;
let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener("keydown", ({ key }) => (lastKey = key), true);
}

/** Wherever the focus is: a pointer has none. */
function escape({ key }: KeyboardEvent): void {
  if (key === "Escape" && owner !== undefined) hide(owner);
}

function ensureBubble(): HTMLElement {
  if (bubble === undefined) {
    bubble = document.createElement("div");
    bubble.className = "tooltip";
    bubble.setAttribute("role", "tooltip");
    bubble.popover = "manual";
  }
  return bubble;
}

function show(node: HTMLElement, text: string): void {
  const element = ensureBubble();
  owner = node;
  element.textContent = text;
  // Inside an open dialog, so that the dialog does not cover it; else in a landmark, as all that is read. The header of a
  // card is none.
  const around = node.closest("dialog, nav, main, aside") ?? node.closest("header");
  (around ?? document.body).append(element);
  element.showPopover();
  addEventListener("keydown", escape, true);
  const target = node.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const below = target.bottom + GAP;
  const y = below + height > innerHeight - MARGIN ? target.top - GAP - height : below;
  const x = target.left + target.width / 2 - width / 2;
  element.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`;
  element.style.top = `${Math.max(MARGIN, y)}px`;
}

function hide(node: HTMLElement): void {
  if (owner !== node) return;
  owner = undefined;
  removeEventListener("keydown", escape, true);
  bubble?.hidePopover();
  bubble?.remove();
}

/**
 * `{@attach tooltip(text)}`; an empty text shows nothing.
 * @param text - a function for a text that changes by itself: a new string ends the tooltip.
 * @param delay - milliseconds that a pointer rests first: longer where it would cover what is beside.
 */
export function tooltip(
  text: string | (() => string),
  delay: number = DELAY_MS,
): Attachment<HTMLElement> {
  return (node) => {
    listen();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (event: Event) => {
      clearTimeout(timer);
      const pointer = event instanceof PointerEvent;
      if (pointer && event.pointerType === "touch") return;
      if (!pointer && (lastKey === "Escape" || !node.matches(":focus-visible"))) return;
      timer = setTimeout(() => {
        const words = typeof text === "string" ? text : text();
        if (words !== "") show(node, words);
      }, delay);
    };
    const end = () => {
      clearTimeout(timer);
      hide(node);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") clearTimeout(timer);
    };
    node.addEventListener("pointerenter", soon);
    node.addEventListener("pointerleave", end);
    node.addEventListener("pointerdown", end);
    node.addEventListener("focus", soon);
    node.addEventListener("blur", end);
    node.addEventListener("keydown", key);
    return () => {
      end();
      node.removeEventListener("pointerenter", soon);
      node.removeEventListener("pointerleave", end);
      node.removeEventListener("pointerdown", end);
      node.removeEventListener("focus", soon);
      node.removeEventListener("blur", end);
      node.removeEventListener("keydown", key);
    };
  };
}
