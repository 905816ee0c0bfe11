/** Types of operators, each with the operators that it stands for. */

import type { Columns } from "../../../api/profile-columns";
import { textsOf } from "../../../api/profile-columns";
import type { Matcher } from "../../../lib/search";

/** The rows of one table and behind them those of another; what one of them lacks is unknown there. */
export function joinedColumns(first: Columns, second: Columns): Columns {
  const numberNames = new Set([...Object.keys(first.numbers), ...Object.keys(second.numbers)]);
  const textNames = new Set([...Object.keys(first.texts), ...Object.keys(second.texts)]);
  const numbers: Record<string, Float64Array> = {};
  const texts: Record<string, readonly string[]> = {};
  const count = first.count + second.count;
  for (const name of numberNames) {
    const all = new Float64Array(count).fill(NaN);
    all.set(first.numbers[name] ?? [], 0);
    all.set(second.numbers[name] ?? [], first.count);
    numbers[name] = all;
  }
  for (const name of textNames) {
    const empty = (length: number): string[] => new Array<string>(length).fill("");
    texts[name] = [
      ...(first.texts[name] ?? empty(first.count)),
      ...(second.texts[name] ?? empty(second.count)),
    ];
  }
  return { count, texts, numbers };
}

/** An operator's name without its overload: `aten::add` of `aten::add.Tensor`. */
export function typeOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return name.includes("::") && dot > name.indexOf("::") ? name.slice(0, dot) : name;
}

/**
 * Types, and below open ones their operators.
 * @param columns - types, and from `count` on operators, if they are there.
 * @param isSearching - what the search finds is open.
 */
export function rowsOfTypes(
  columns: Columns,
  count: number,
  { test }: Matcher,
  isSearching: boolean,
  isChosen: (type: string) => boolean,
  inOrder: (rows: readonly number[]) => readonly number[],
): { readonly rows: readonly number[]; readonly isOpen: (row: number) => boolean } {
  const names = textsOf(columns, "name");
  const logged = textsOf(columns, "type");
  const below = new Map<string, number[]>();
  for (let row = count; row < columns.count; row++) {
    const type = (logged[row] ?? "") === "" ? typeOf(names[row] ?? "") : (logged[row] ?? "");
    const list = below.get(type);
    if (list === undefined) below.set(type, [row]);
    else list.push(row);
  }
  const rows: number[] = [];
  const isOpen = (row: number): boolean => {
    const type = names[row] ?? "";
    // Of a search only what it finds in a type that it does not find itself opens it.
    return isChosen(type) || (isSearching && !test(type));
  };
  const types = Array.from({ length: count }, (_, row) => row).filter((row) => {
    const type = names[row] ?? "";
    return test(type) || (below.get(type) ?? []).some((each) => test(names[each] ?? ""));
  });
  for (const row of inOrder(types)) {
    rows.push(row);
    if (!isOpen(row)) continue;
    const type = names[row] ?? "";
    const own = below.get(type) ?? [];
    rows.push(...inOrder(test(type) ? own : own.filter((each) => test(names[each] ?? ""))));
  }
  return { rows, isOpen };
}
