/** What the shell knows of a view. */

import type { Component } from "svelte";
import type { Kind } from "../api/kinds";
import type { Card, CardPlace } from "../cards/page/cards";
import type { MessageKey } from "../state/i18n.svelte";

/** In the order of the bar. */
export const viewGroups = [
  "overview",
  "charts",
  "compare",
  "media",
  "model",
  "profile",
  "system",
  "logbook",
] as const;
export type ViewGroup = (typeof viewGroups)[number];

/** A panel, a rail of the runs' colors where it would only fill a field, or nothing beside a list of runs itself. */
export type RunsList = "panel" | "rail" | "none";

export interface View {
  /** Its place in the address: `#/scalars`. */
  readonly id: string;
  /** Where the bar lists it, in the order of the registry. */
  readonly group: ViewGroup;
  /** What it shows: it is there once there is data of any of them. None: as soon as there are runs. */
  readonly kinds: readonly Kind[];
  /** It is there only from so many tags on. */
  readonly fewest?: number;
  /** It is also there for a file of that sort that is looked at without a log. */
  readonly showsFile?: "model" | "trace";
  /** It shows scalars of machines, which are of no kind of their own. */
  readonly showsSystem?: boolean;
  /** It is reached by links alone, and has no place among the views of the top bar. */
  readonly isLinked?: boolean;
  readonly title: MessageKey;
  /** What the list of runs is beside it, until that is changed: a panel unless given. */
  readonly runsList?: RunsList;
  /** It has a card for each tag, and `search` in its address narrows them. */
  readonly hasCards?: boolean;
  /** The component fills `<main>`; it takes no props. Loaded when it is first shown. */
  readonly load: () => Promise<{ readonly default: Component }>;
}

/** Props of a card on a board: which card it is, and the settings that it was pinned with. */
export interface PinnedProps {
  readonly card: Card;
  readonly place: CardPlace;
  /** As a link has them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Settings that all cards around it have, whatever they were pinned with. */
  readonly common?: Readonly<Record<string, string>>;
  /** They changed. */
  readonly onsettings: (settings: Readonly<Record<string, string>>) => void;
  /** Some changed that are kept at once; those that are empty have their initial values. */
  readonly onkeep?: (settings: Readonly<Record<string, string>>) => void;
}

/** Props of a small picture of the newest record of a series; it fills the box that it stands in. */
export interface NewestProps {
  readonly kind: Kind;
  readonly tag: string;
  /** Ids of runs that have the tag: the picture is of the first one, or of them all. */
  readonly runs: readonly string[];
}

/** Whether there is something to show. */
export function isThere(
  { kinds, showsSystem = false }: Pick<View, "kinds" | "showsSystem">,
  hasRuns: boolean,
  hasData: (kind: Kind) => boolean,
  hasSystem: boolean,
): boolean {
  if (showsSystem) return hasSystem;
  return kinds.length === 0 ? hasRuns : kinds.some(hasData);
}
