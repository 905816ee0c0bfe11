/** Places of all sections and cards on one tall page, so that only those in sight need to exist. */

import type { Card, CardSection, CardSize } from "./cards";

/** Pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Item =
  | {
      readonly kind: "header";
      readonly key: string;
      readonly section: CardSection;
      readonly place: Place;
    }
  | { readonly kind: "card"; readonly key: string; readonly card: Card; readonly place: Place };

/** One line of the page: a section's header, or cards side by side. */
interface Row {
  readonly top: number;
  readonly height: number;
  readonly section: CardSection;
  /** Index of the row's first card; -1 for a header. */
  readonly first: number;
}

export interface Layout {
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

export function layout(
  sections: readonly CardSection[],
  closed: ReadonlySet<string>,
  width: number,
  card: CardMeasure,
): Layout {
  const heightOf = ({ height }: CardMeasure, cards: readonly Card[]): number =>
    typeof height === "number" ? height : Math.max(...cards.map(height));
  const columns = Math.max(1, Math.floor((width + gap) / (card.width + gap)));
  const rows: Row[] = [];
  let top = 0;
  for (const section of sections) {
    rows.push({ top, height: headerHeight, section, first: -1 });
    top += headerHeight;
    if (closed.has(section.name)) continue;
    for (let first = 0; first < section.cards.length; first += columns) {
      const height = heightOf(card, section.cards.slice(first, first + columns));
      rows.push({ top, height, section, first });
      top += height + gap;
    }
  }
  return { rows, height: top, columns, cardWidth: (width - gap * (columns - 1)) / columns };
}

/** What lies between two heights of the page. */
export function itemsBetween(page: Layout, from: number, to: number): Item[] {
  const { rows, columns, cardWidth } = page;
  const items: Item[] = [];
  for (let i = firstRowEndingAfter(rows, from); i < rows.length; i++) {
    const row = rows[i];
    if (row === undefined || row.top > to) break;
    const { section, top, height, first } = row;
    if (first < 0) {
      const place = { left: 0, top, width: cardWidth * columns + gap * (columns - 1), height };
      items.push({ kind: "header", key: `section ${section.name}`, section, place });
      continue;
    }
    section.cards.slice(first, first + columns).forEach((card, column) => {
      const place = { left: column * (cardWidth + gap), top, width: cardWidth, height };
      items.push({ kind: "card", key: `card ${card.key}`, card, place });
    });
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
