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
  /** Where they begin. */
  readonly column: number;
}

export interface CardLayout {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly columns: number;
  readonly cardWidth: number;
}

const gap = 12;
export const headerHeight = 40;

/** In pixels. */
export interface CardMeasure {
  /** The least; of a card as wide as the page, Infinity. */
  readonly width: number;
  /** Of all cards, or of each; side by side all are as high as the highest. */
  readonly height: number | ((card: Card) => number);
}

export type CardSizes = Readonly<Record<CardSize, CardMeasure>>;

export const chartSizes: CardSizes = {
  small: { width: 230, height: 210 },
  medium: { width: 330, height: 280 },
  large: { width: 560, height: 420 },
};

/** Height of what stands above the cards of a section that is so wide, in pixels; 0: nothing. */
export type LeadHeight = (section: CardSection, width: number) => number;

export function layout(
  sections: readonly CardSection[],
  closed: ReadonlySet<string>,
  width: number,
  card: CardMeasure,
  leadHeight: LeadHeight = () => 0,
): CardLayout {
  const heightOf = ({ height }: CardMeasure, cards: readonly Card[]): number =>
    typeof height === "number" ? height : Math.max(...cards.map(height));
  const columns = Math.max(1, Math.floor((width + gap) / (card.width + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  const rows: Row[] = [];
  let top = 0;
  const addHeader = (parts: readonly Part[]): void => {
    rows.push({ top, height: headerHeight, kind: "header", parts });
    top += headerHeight;
  };
  const addLeads = (parts: readonly Part[]): void => {
    const leading = parts
      .map((part) => ({ part, height: leadHeight(part.section, widthOf(part, cardWidth)) }))
      .filter((each) => each.height > 0);
    if (leading.length === 0) return;
    const height = Math.max(...leading.map((each) => each.height));
    rows.push({ top, height, kind: "lead", parts: leading.map(({ part }) => part) });
    top += height + gap;
  };
  const addCards = (parts: readonly Part[]): void => {
    const cards = parts.flatMap(({ section, first, count }) =>
      section.cards.slice(first, first + count),
    );
    const height = heightOf(card, cards);
    rows.push({ top, height, kind: "card", parts });
    top += height + gap;
  };
  /** Small sections that share a row, as long as there is room. */
  let together: Part[] = [];
  let used = 0;
  const flush = (): void => {
    if (together.length === 0) return;
    addHeader(together);
    addLeads(together);
    addCards(together);
    together = [];
    used = 0;
  };
  for (const section of sections) {
    const count = section.cards.length;
    if (closed.has(section.name) || count > columns) {
      flush();
      const whole = [{ section, first: 0, count: columns, column: 0 }];
      addHeader(whole);
      if (closed.has(section.name)) continue;
      addLeads(whole);
      for (let first = 0; first < count; first += columns) {
        addCards([{ section, first, count: Math.min(columns, count - first), column: 0 }]);
      }
      continue;
    }
    if (used + count > columns) flush();
    together.push({ section, first: 0, count, column: used });
    used += count;
  }
  flush();
  return { rows, height: top, columns, cardWidth };
}

/** Of as many cards side by side as a part has, in pixels. */
function widthOf({ count }: Part, cardWidth: number): number {
  return cardWidth * count + gap * (count - 1);
}

/** Where the top of a card lies, in pixels; null: it is in none of the rows. */
export function topOf({ rows }: CardLayout, key: string): number | null {
  const holds = ({ section, first, count }: Part): boolean =>
    section.cards.slice(first, first + count).some((card) => card.key === key);
  return rows.find((row) => row.kind === "card" && row.parts.some(holds))?.top ?? null;
}

/** What lies between two heights of the page. */
export function itemsBetween(page: CardLayout, from: number, to: number): LaidOutItem[] {
  const { rows, cardWidth } = page;
  const items: LaidOutItem[] = [];
  const leftOf = (column: number): number => column * (cardWidth + gap);
  for (let i = firstRowEndingAfter(rows, from); i < rows.length; i++) {
    const row = rows[i];
    if (row === undefined || row.top > to) break;
    const { top, height, kind, parts } = row;
    for (const part of parts) {
      const { section, first, count, column } = part;
      if (kind !== "card") {
        const place = { left: leftOf(column), top, width: widthOf(part, cardWidth), height };
        const key = `${kind === "header" ? "section" : "lead"} ${section.name}`;
        items.push({ kind, key, section, place });
        continue;
      }
      section.cards.slice(first, first + count).forEach((card, at) => {
        const place = { left: leftOf(column + at), top, width: cardWidth, height };
        items.push({ kind: "card", key: `card ${card.key}`, card, place });
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
