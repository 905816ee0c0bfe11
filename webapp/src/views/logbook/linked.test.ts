import { describe, expect, it } from "vitest";
import type { Kind } from "../../api/kinds";
import { parseHash } from "../../lib/hash";
import { linkedCards, linkedRuns, MOST_CARDS } from "./linked";

const tags: Partial<Record<Kind, readonly { tag: string; runs: readonly string[] }[]>> = {
  scalar: ["loss/test", "loss/train", "acc", "lr", "x"].map((tag) => ({ tag, runs: ["a", "b"] })),
  image: [{ tag: "digits", runs: ["b"] }],
  graph: [{ tag: "model", runs: ["a", "b"] }],
};
const tagsOf = (kind: Kind) => (tags[kind] ?? []) as never;

const views = {
  scalars: { id: "scalars", kinds: ["scalar"], hasCards: true, title: "view.scalars" },
  images: { id: "images", kinds: ["image"], hasCards: true, title: "view.images" },
  graphs: { id: "graphs", kinds: ["graph"], title: "view.graphs" },
  trials: { id: "trials", kinds: ["scalar", "hparams"], title: "view.trials" },
  run: { id: "run", kinds: [], title: "view.run" },
} as const;

function cards(hash: string) {
  const address = parseHash(hash);
  const view = views[address.view as keyof typeof views];
  const found = linkedCards(address, view, linkedRuns(address, ["a", "b", "c"]), tagsOf);
  return {
    ...found,
    shown: found.cards.map(({ card }) => `${card.tag}: ${card.runs.join()}`),
    settings: found.cards[0]?.settings,
  };
}

describe("linkedCards", () => {
  it("has the card that a link opens, of the runs that it selects", () => {
    const found = cards("#/scalars?runs=b&smoothing=0.6&full=loss%2Ftest");
    expect(found.shown).toEqual(["loss/test: b"]);
    expect(found.settings).toEqual({ smoothing: "0.6" });
    expect(found.more).toBe(0);
  });

  it("has the first of those that a search finds, and counts the others", () => {
    expect(cards("#/scalars?search=loss").shown).toEqual(["loss/test: a,b", "loss/train: a,b"]);
    const all = cards("#/scalars");
    expect(all.cards).toHaveLength(MOST_CARDS);
    expect(all.more).toBe(5 - MOST_CARDS);
    expect(cards("#/scalars?tags=%2Bacc").shown).toEqual(["acc: a,b"]);
    expect(cards("#/scalars?search=nothing").cards).toEqual([]);
  });

  it("has one run where a card is of one", () => {
    expect(cards("#/images?search=digits").shown).toEqual(["digits: b"]);
    expect(cards("#/scalars?per=series&search=acc").shown).toEqual(["acc: a"]);
    expect(cards("#/scalars?full=acc%0Ab").shown).toEqual(["acc: b"]);
    expect(cards("#/graphs?tag=model&run=b").shown).toEqual(["model: b"]);
    expect(cards("#/images?runs=a").cards).toEqual([]);
  });

  it("has one card for a view that is one, and none for a page", () => {
    expect(cards("#/trials?pictures=matrix").shown).toEqual(["trials: a,b,c"]);
    expect(cards("#/trials?pictures=matrix").settings).toEqual({ pictures: "matrix" });
    expect(cards("#/run?run=a").cards).toEqual([]);
  });
});
