/** The cards that a link to a view stands for. */

import type { Kind } from "../../api/kinds";
import type { Tag } from "../../api/tags";
import type { Card } from "../../cards/page/cards";
import { cardOf } from "../../cards/page/cards";
import { chosenTags, everyTag, tagChoice } from "../../cards/page/choice";
import { matcher } from "../../lib/search";
import type { Address } from "../../lib/hash";
import { ALL, includes, parse } from "../../lib/selection";
import type { View } from "../view";

/** Cards of one link; its view has the others. */
export const MOST_CARDS = 3;

export interface LinkedCard {
  readonly card: Card;
  /** The view's settings, as the link has them. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface LinkedCards {
  readonly cards: readonly LinkedCard[];
  /** How many more cards the view shows. */
  readonly more: number;
}

/** Separates kind, tag and run in the key of a card. */
const SEPARATOR = "\n";

/** One card stands for the whole view. */
const whole: Readonly<Record<string, Kind>> = {
  composition: "scalar",
  difference: "hparams",
  trials: "hparams",
};

/** Views whose cards are of all runs that have the tag. */
const together: readonly string[] = ["scalars", "groups", "curves"];

/** Of a page of cards, not of a card. */
const ofPage = new Set(["runs", "run-search", "show-archived", "full", "search", "tags", "panel"]);

/** Ids of the runs that the link selects. */
export function linkedRuns({ params }: Address, all: readonly string[]): readonly string[] {
  const text = params?.get("runs");
  const selection = text === undefined ? ALL : parse(text);
  return all.filter((id) => includes(selection, id));
}

/**
 * @param view - that the link leads to.
 * @param runs - ids of those that it selects.
 * @param tagsOf - the tags that there are, and which runs have them.
 * @returns none where the view has no cards of its own, such as the page of a run.
 */
export function linkedCards(
  { params }: Address,
  view: Pick<View, "id" | "kinds" | "hasCards" | "title">,
  runs: readonly string[],
  tagsOf: (kind: Kind) => readonly Tag[],
): LinkedCards {
  const given: ReadonlyMap<string, string> = params ?? new Map();
  const settings = Object.fromEntries([...given].filter(([key]) => !ofPage.has(key)));
  const kind = whole[view.id];
  if (kind !== undefined) {
    return {
      cards: [{ card: cardOf({ kind, tag: view.id }, runs, null, false), settings }],
      more: 0,
    };
  }
  const selected = new Set(runs);
  const found = view.kinds
    .flatMap((each) => tagsOf(each).map((tag) => ({ ...tag, kind: each })))
    .map((tag) => ({ ...tag, runs: tag.runs.filter((run) => selected.has(run)) }))
    .filter((tag) => tag.runs.length > 0);
  const wanted = wantedOf(given, view, found);
  const cards = wanted.slice(0, MOST_CARDS).map(({ kind: own, tag, runs: having, run }) => {
    const one = run ?? (isTogether(view, given) ? null : (having[0] ?? null));
    const shown = one === null ? having : [one];
    return { card: cardOf({ kind: own, tag }, shown, one, own === view.kinds[0]), settings };
  });
  return { cards, more: wanted.length - cards.length };
}

type Found = Tag & { readonly kind: Kind };

/** In their order; with the run that the link is about. */
function wantedOf(
  given: ReadonlyMap<string, string>,
  { hasCards, kinds, id }: Pick<View, "hasCards" | "kinds" | "id">,
  found: readonly Found[],
): readonly (Found & { readonly run: string | null })[] {
  const full = given.get("full");
  if (full !== undefined) {
    return found.flatMap((each) => {
      const run = runOfKey(full, each, each.kind === kinds[0]);
      return run === undefined ? [] : [{ ...each, run }];
    });
  }
  if (hasCards !== true && id !== "groups") {
    const run = given.get("run") ?? null;
    const tag = given.get("tag");
    const of = found.filter((each) => {
      return (tag === undefined || each.tag === tag) && (run === null || each.runs.includes(run));
    });
    return of.slice(0, 1).map((each) => ({ ...each, run }));
  }
  const { test } = matcher(given.get("search") ?? "");
  const choice = tagChoice.parse(given.get("tags") ?? "") ?? everyTag;
  const chosen = new Set(
    chosenTags(
      choice,
      found.map(({ tag }) => tag),
    ),
  );
  return found
    .filter(({ tag }) => chosen.has(tag) && test(tag))
    .map((each) => ({ ...each, run: null }));
}

/** The run that a card's key names, null if it is of all of them; undefined: it is another card's. */
function runOfKey(
  key: string,
  { kind, tag, runs }: Found,
  isFirst: boolean,
): string | null | undefined {
  const start = isFirst ? tag : kind + SEPARATOR + tag;
  if (key === start) return null;
  if (!key.startsWith(start + SEPARATOR)) return undefined;
  const run = key.slice(start.length + 1);
  return runs.includes(run) ? run : undefined;
}

function isTogether({ id }: Pick<View, "id">, given: ReadonlyMap<string, string>): boolean {
  const per = given.get("per");
  if (per !== undefined) return per === "tag";
  return together.includes(id) || (id === "images" && given.get("mode") === "grid");
}
