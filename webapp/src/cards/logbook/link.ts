/** Links between the logbook and what the page shows. */

import { formatHash, parseHash, type Address } from "../../lib/hash";
import type { CardItem, NewItem } from "../../lib/boards/boards";
import { only, format } from "../../lib/selection";

/** Runs that a link names one by one; of more, it has the selection that there is. */
const MOST_RUNS = 30;

interface Linked {
  readonly item: NewItem;
  /** The card's key on its page; null: its view has no cards. */
  readonly key: string | null;
  /** Ids of the runs that it shows. */
  readonly runs: readonly string[];
  /** Name of the card. */
  readonly name: string;
}

/**
 * A link to a card, in Markdown.
 * @param selection - of runs, as the address has it; null: all.
 */
export function linkTo({ item, key, runs, name }: Linked, selection: string | null): string {
  if (item.type !== "card") return "";
  const shown = runs.length <= MOST_RUNS ? format(only(runs)) : selection;
  const params: [string, string][] = [
    ...(shown === null ? [] : [["runs", shown] as [string, string]]),
    ...Object.entries(item.settings),
    ...(key === null ? identity(item) : [["full", key] as [string, string]]),
  ];
  const address = formatHash(item.view, new Map(params));
  // A parenthesis would end it.
  const safe = address.replaceAll("(", "%28").replaceAll(")", "%29");
  return `[${name.replace(/[\\[\]`*_<>&]/g, "\\$&").replace(/\s+/g, " ")}](${safe})`;
}

/** Views without cards have the tag and the run in their addresses. */
function identity({ view, tag, run }: Omit<CardItem, "id">): [string, string][] {
  if (view === "groups" || view === "composition" || view === "difference" || view === "trials") {
    return [];
  }
  return [["tag", tag], ...(run === null ? [] : [["run", run] as [string, string]])];
}

/**
 * The view that a link leads to; null: it leads elsewhere.
 * @param here - address of the page, without what is behind `#`.
 */
export function addressIn(link: string, here: string): Address | null {
  const at = link.indexOf("#");
  if (at < 0 || !link.startsWith("#/", at)) return null;
  const before = link.slice(0, at);
  const isHere = before === "" || before === here || `${before}/` === here;
  // The token that a printed address may have is not part of the place.
  if (!isHere && before.split("?")[0] !== here) return null;
  const address = parseHash(link.slice(at));
  return address.view === "" ? null : address;
}
