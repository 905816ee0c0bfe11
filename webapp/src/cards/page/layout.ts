/** Places of all sections and cards on one tall page, so that only those in sight need to exist. */

import type { Card, CardSection, CardSize } from "./cards";

/** Pixels. */
export interface CardBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type LaidOutItem =
  | {
      readonly kind: "header";
      readonly key: string;
      readonly section: CardSection;
      readonly place: CardBox;
    }
  | {
      /** What a view puts between a section's header and its cards. */
      readonly kind: "lead";
      readonly key: string;
      readonly section: CardSection;
      readonly place: CardBox;
    }
  | {
      readonly kind: "card";
      readonly key: string;
      readonly card: Card;
      readonly place: CardBox;
    };

/** One line of the page: headers of sections, their leads, or cards; small sections stand side by side. */
interface Row {
  readonly top: number;
  readonly height: number;
  readonly kind: LaidOutItem["kind"];
  readonly parts: readonly Part[];
}

/** What a section has of a row. */
interface Part {
  readonly section: CardSection;
  /** Index of the first of its cards in the row, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** Where they begin, and how wide they are together. */
  readonly left: number;
  readonly width: number;
  /** Where each of them begins, and how wide it is. */
  readonly cards: readonly (readonly [left: number, width: number])[];
}

export interface CardLayout {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly columns: number;
}

const gap = 12;
export const headerHeight = 40;

/** In pixels. */
export interface CardMeasure {
  /** The least; of a card as wide as the page, Infinity. */
  readonly width: number;
  /** Of all cards, or of each; side by side all are as high as the highest. */
  readonly height: number | ((card: Card) => number);
  /** The least width of cards that show several tags; that of all others unless given. */
  readonly gathered?: number;
  /** Small sections fill their row: their cards become wider. */
  readonly fills?: true;
}

export type CardSizes = Readonly<Record<CardSize, CardMeasure>>;

export const chartSizes: CardSizes = {
  small: { width: 230, height: 210, gathered: 460, fills: true },
  medium: { width: 330, height: 280, gathered: 480, fills: true },
  large: { width: 560, height: 420, gathered: 760, fills: true },
};

/** Height of what stands above the cards of a section that is so wide, in pixels; 0: nothing. */
export type LeadHeight = (section: CardSection, width: number) => number;

/** However few there are, a card becomes no wider than so many. */
const WIDEST = 3;

export function layout(
  sections: readonly CardSection[],
  closed: ReadonlySet<string>,
  width: number,
  card: CardMeasure,
  leadHeight: LeadHeight = () => 0,
): CardLayout {
  const fitting = (least: number): number => Math.max(1, Math.floor((width + gap) / (least + gap)));
  const columns = fitting(card.width);
  const ofGathered = columns / Math.min(columns, fitting(card.gathered ?? card.width));
  const columnsOf = ({ members }: Card): number => (members === undefined ? 1 : ofGathered);
  const sum = (cards: readonly Card[]): number =>
    cards.reduce((all, each) => all + columnsOf(each), 0);
  const isTooMuch = (used: number, most = columns): boolean => used > most + 1e-9;
  /** How many stand side by side in a section of several rows: with fewer, but no more rows, it has fewer holes. */
  const besides = ({ cards }: CardSection): number =>
    card.fills === true && cards.every(({ members }) => members === undefined)
      ? Math.ceil(cards.length / Math.ceil(cards.length / columns))
      : columns;
  const rows: Row[] = [];
  let top = 0;
  const add = (kind: Row["kind"], height: number, parts: readonly Part[], below = 0): void => {
    rows.push({ top, height, kind, parts });
    top += height + below;
  };
  const addLeads = (parts: readonly Part[]): void => {
    const leading = parts
      .map((part) => ({ part, height: leadHeight(part.section, part.width) }))
      .filter((each) => each.height > 0);
    if (leading.length === 0) return;
    const height = Math.max(...leading.map((each) => each.height));
    const its = leading.map(({ part }) => part);
    add("lead", height, its, gap);
  };
  const addCards = (parts: readonly Part[]): void => {
    const { height } = card;
    const heightOf = ({ section, first, count }: Part): number[] =>
      typeof height === "number" ? [height] : section.cards.slice(first, first + count).map(height);
    add("card", Math.max(...parts.flatMap(heightOf)), parts, gap);
  };
  /** Cards side by side, of one section or of several. @param fills - the row has no hole at its end. */
  const partsOf = (
    all: readonly { section: CardSection; first: number; count: number }[],
    fills: boolean,
    most = columns,
  ): Part[] => {
    const cardsOf = ({ section, first, count }: (typeof all)[number]): readonly Card[] =>
      section.cards.slice(first, first + count);
    const used = all.reduce((before, each) => before + sum(cardsOf(each)), 0);
    const column = (width + gap) / (fills ? Math.max(used, columns / WIDEST) : most);
    let left = 0;
    return all.map((each) => {
      const from = left;
      const cards = cardsOf(each).map((one) => {
        const place = [left, columnsOf(one) * column - gap] as const;
        left += columnsOf(one) * column;
        return place;
      });
      return { ...each, cards, left: from, width: left - gap - from };
    });
  };
  /** Small sections that share a row, as long as there is room. */
  let together: CardSection[] = [];
  const flush = (): void => {
    if (together.length === 0) return;
    const all = together.map((section) => ({ section, first: 0, count: section.cards.length }));
    const parts = partsOf(all, card.fills === true);
    add("header", headerHeight, parts);
    addLeads(parts);
    addCards(parts);
    together = [];
  };
  for (const section of sections) {
    const { cards } = section;
    if (!closed.has(section.name) && !isTooMuch(sum(cards))) {
      if (isTooMuch(sum([...together.flatMap((each) => each.cards), ...cards]))) flush();
      together.push(section);
      continue;
    }
    flush();
    const whole = [{ section, first: 0, count: 0, left: 0, width, cards: [] }];
    add("header", headerHeight, whole);
    if (closed.has(section.name)) continue;
    addLeads(whole);
    const most = besides(section);
    for (let first = 0, end = 0; first < cards.length; first = end) {
      for (let used = 0; end < cards.length; end++) {
        used += sum(cards.slice(end, end + 1));
        if (isTooMuch(used, most)) break;
      }
      const row = cards.slice(first, end);
      const isWide = row.some((each) => columnsOf(each) > 1);
      const fills = card.fills === true && (end < cards.length || isWide);
      addCards(partsOf([{ section, first, count: end - first }], fills, most));
    }
  }
  flush();
  return { rows, height: top, columns };
}

/** Where the top of a card lies, in pixels; null: it is in none of the rows. */
export function topOf({ rows }: CardLayout, key: string): number | null {
  const holds = ({ section, first, count }: Part): boolean =>
    section.cards.slice(first, first + count).some((card) => card.key === key);
  return rows.find((row) => row.kind === "card" && row.parts.some(holds))?.top ?? null;
}

/** What lies between two heights of the page. */
export function itemsBetween({ rows }: CardLayout, from: number, to: number): LaidOutItem[] {
  const items: LaidOutItem[] = [];
  for (let i = firstRowEndingAfter(rows, from); i < rows.length; i++) {
    const row = rows[i];
    if (row === undefined || row.top > to) break;
    const { top, height, kind, parts } = row;
    for (const { section, first, left, width, cards } of parts) {
      if (kind !== "card") {
        const key = `${kind === "header" ? "section" : "lead"} ${section.name}`;
        items.push({ kind, key, section, place: { left, top, width, height } });
        continue;
      }
      cards.forEach(([left, width], at) => {
        const card = section.cards[first + at];
        if (card === undefined) return;
        items.push({ kind, key: `card ${card.key}`, card, place: { left, top, width, height } });
      });
    }
  }
  return items;
}

function firstRowEndingAfter(rows: readonly Row[], height: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && row.top + row.height < height) low = middle + 1;
    else high = middle;
  }
  return low;
}
