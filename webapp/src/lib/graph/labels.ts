/** What stands in a box, and how large it has to be for that. Widths are counted, so that every machine lays out the same. */

import { shortType, TENSOR } from "./graph";
import { familyOf, familyOfRole, type GraphFamily } from "./families";
import type { Size } from "./layout";
import type { Outline } from "./outline";
import { outputShapes, sizesText } from "./shapes";

export interface Label {
  readonly title: string;
  /** Empty: there is nothing more to say. */
  readonly more: string;
}

/** Width of one letter of the title, and of the line below it. */
const LETTER = 7;
const SMALL_LETTER = 6.2;
const MARGIN = 24;
const WIDEST = 210;
const NARROWEST = 64;
/** The sign of how often a box is repeated. */
const BADGE = 34;
/** What opens a box. */
const BUTTON = 16;

/** Before the names of modules as the backward pass and the optimizer run them: gradient, and change. */
const PHASE_SIGNS = ["", "∇ ", "Δ ", ""] as const;

export function labelOf(outline: Outline, box: number, times = 1): Label {
  const { names, graph } = outline;
  if (outline.isNode(box)) {
    const type = names.shortTypeOf(box);
    const title = names.nodeName(box);
    if (type === "input" || type === "output" || type === TENSOR) {
      const [shape] = outputShapes(graph, box);
      return { title, more: shape === undefined ? "" : sizesText(shape) };
    }
    return { title, more: title === type ? "" : type };
  }
  const scope = outline.scopeOf(box);
  const first = `${PHASE_SIGNS[outline.phaseOf(box)] ?? ""}${names.scopeTitle(scope)}`;
  const type = shortType(names.scopeType(scope));
  const more = type === names.scopeTitle(scope) || outline.isFunction(box) ? "" : type;
  const only = more === "" ? outline.onlyNode(box) : -1;
  if (only >= 0 && names.typeOf(only) === TENSOR) {
    const [shape] = outputShapes(graph, only);
    return { title: first, more: shape === undefined ? "" : sizesText(shape) };
  }
  if (times <= 1) return { title: first, more };
  return { title: `${first} … ${lastOf(outline, box, times)}`, more };
}

function lastOf(outline: Outline, box: number, times: number): string {
  const children = outline.childrenOf(outline.parentOf(box));
  const last = children[children.indexOf(box) + times - 1] ?? box;
  return outline.names.scopeTitle(outline.scopeOf(last));
}

export function sizeOf(outline: Outline, box: number, times = 1): Size {
  const { title, more } = labelOf(outline, box, times);
  const text = Math.max(wide(title) * LETTER, wide(more) * SMALL_LETTER);
  const badge = (times > 1 ? BADGE : 0) + (outline.canOpen(box) ? BUTTON : 0);
  return {
    width: Math.round(Math.min(WIDEST, Math.max(NARROWEST, text + MARGIN + badge))),
    height: more === "" ? 30 : 42,
  };
}

export function titleWidth(outline: Outline, box: number, times = 1): number {
  const { title, more } = labelOf(outline, box, times);
  return Math.min(
    320,
    wide(title) * LETTER + wide(more) * SMALL_LETTER + 56 + (times > 1 ? BADGE : 0),
  );
}

/** How many letters wide; those of Chinese, Japanese and Korean are as wide as two. */
function wide(text: string): number {
  let count = 0;
  for (const letter of text.slice(0, 60)) count += letter > "\u2e7f" ? 1.8 : 1;
  return count;
}

/** What colors a box: the family of its only operation, or of the class of its module. */
export function boxFamily(outline: Outline, box: number): GraphFamily {
  const node = outline.onlyNode(box);
  const { attributes, nodes } = outline.graph;
  const ofRole = node < 0 ? null : familyOfRole(attributes[nodes.attributes[node] ?? 0]?.role);
  if (ofRole !== null) return ofRole;
  const own = node >= 0 ? familyOf(outline.names.baseTypeOf(node)) : "other";
  if (outline.isNode(box)) return own;
  const scope = outline.scopeOf(box);
  const of = familyOf(shortType(outline.names.scopeType(scope)));
  if (node >= 0 && own !== "other") return of === "other" || of === "shape" ? own : of;
  return outline.canOpen(box) && !outline.isFunction(box) ? "other" : of;
}
