/** The scope tree: a line for each box that is open or lies in one that is, with its numbers. */

import type { Opening } from "../../../lib/graph/frame";
import { labelOf } from "../../../lib/graph/labels";
import type { Orders } from "../../../lib/graph/layout";
import type { Outline } from "../../../lib/graph/outline";
import { outputShapes, shapeText, sizesText } from "../../../lib/graph/shapes";
import type { Measures } from "../../../lib/graph/measures";
import { nodesOf } from "../drawing/marks";

export interface ScopeRow {
  readonly box: number;
  readonly level: number;
  readonly canOpen: boolean;
  readonly isOpen: boolean;
  readonly times: number;
  /** Of those in the same box: how many, and which one from 1 on. */
  readonly count: number;
  readonly place: number;
}

/** In the order of the tree; the whole comes first. */
export function rowsOf(outline: Outline, orders: Orders, opening: Opening): readonly ScopeRow[] {
  const rows: ScopeRow[] = [
    { box: outline.root, level: 1, canOpen: false, isOpen: true, times: 1, count: 1, place: 1 },
  ];
  const waiting: ScopeRow[] = [];
  const enter = (box: number, level: number): void => {
    const { items, times } = orders.of(box, opening).frame;
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i] as number;
      const canOpen = outline.canOpen(item);
      const isOpen = canOpen && opening.isOpen(item);
      const more = { times: times[i] as number, count: items.length, place: i + 1 };
      waiting.push({ box: item, level, canOpen, isOpen, ...more });
    }
  };
  enter(outline.root, 2);
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    if (row.isOpen) enter(row.box, row.level + 1);
  }
  return rows;
}

export interface RowNumbers {
  readonly parameters: number;
  readonly flops: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Numbers of all that a row stands for. */
export function numbersOf(
  outline: Outline,
  { totals, bytes, flops }: Measures,
  { box, times }: Pick<ScopeRow, "box" | "times">,
): RowNumbers {
  if (outline.isNode(box)) {
    const { seconds } = outline.graph.nodes;
    const own = { flops: flops[box] ?? NaN, seconds: seconds?.[box] ?? NaN };
    return { parameters: 0, bytes: bytes[box] ?? 0, ...own };
  }
  const phase = box === outline.root ? -1 : outline.phaseOf(box);
  const of = phase < 0 ? totals : (totals.ofPhase[phase] ?? totals);
  const sum = { parameters: 0, flops: 0, bytes: 0, seconds: 0 };
  for (const each of membersOf(outline, box, times)) {
    const scope = outline.scopeOf(each);
    if (phase <= 0) sum.parameters += totals.parameters[scope] ?? 0;
    sum.flops += of.flops[scope] ?? 0;
    sum.bytes += of.bytes[scope] ?? 0;
    sum.seconds += of.seconds?.[scope] ?? NaN;
  }
  return sum;
}

/** How many operations that are shown a row stands for. */
export function operationsIn(
  outline: Outline,
  { isOperation }: Measures,
  { box, times }: Pick<ScopeRow, "box" | "times">,
): number {
  let count = 0;
  for (const each of membersOf(outline, box, times))
    for (const node of nodesOf(outline, each)) count += isOperation[node] ?? 0;
  return count;
}

/** The boxes that one stands for: itself, and those beside it that are equal. */
function membersOf(outline: Outline, box: number, times: number): readonly number[] {
  if (times <= 1) return [box];
  const beside = outline.childrenOf(outline.parentOf(box));
  const first = beside.indexOf(box);
  return Array.from({ length: times }, (_, i) => beside[first + i] ?? box);
}

/** The shape of what a box gives at last; empty: not known. */
export function outputText(outline: Outline, box: number): string {
  const node = outline.isNode(box) ? box : lastForward(outline, box);
  const [shape] = node < 0 ? [] : outputShapes(outline.graph, node);
  return shape === undefined ? "" : sizesText(shape);
}

/** As `outputText`, with the dtypes of all of its outputs. */
export function lastShapes(outline: Outline, box: number): readonly string[] {
  const node = lastForward(outline, box);
  return node < 0 ? [] : outputShapes(outline.graph, node).map(shapeText);
}

function lastForward(outline: Outline, box: number): number {
  const { scopes } = outline.graph;
  const scope = outline.scopeOf(box);
  const phase = outline.phaseOf(box);
  let last = -1;
  for (let s = scope; s < (scopes.end[scope] ?? 0); s++) {
    const nodes = outline.names.nodesIn(s);
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i] as number;
      if (outline.phaseOf(node) !== phase) continue;
      last = Math.max(last, node);
      break;
    }
  }
  return last;
}

export interface ScopeTableRow {
  readonly level: number;
  readonly name: string;
  readonly type: string;
  readonly output: string;
  readonly numbers: RowNumbers;
}

export function tableRows(
  outline: Outline,
  measures: Measures,
  rows: readonly ScopeRow[],
): readonly ScopeTableRow[] {
  return rows.map((row) => {
    const { title, more } = labelOf(outline, row.box, row.times);
    const name = row.times > 1 ? `${title} ×${row.times}` : title;
    const output = outputText(outline, row.box);
    return {
      level: row.level,
      name,
      type: more === output ? "" : more,
      output,
      numbers: numbersOf(outline, measures, row),
    };
  });
}
