import { describe, expect, it } from "vitest";
import type { Minimum, Topology } from "../../../api/landscapes";
import { deepEnough, meanDepth, minimumMarks } from "./minima";

function minimum(depth: number, more: Partial<Minimum> = {}): Minimum {
  const joins = depth === Infinity ? null : 0;
  const [saddle_x, saddle_y] = joins === null ? [null, null] : [0.5, 0.25];
  const place = { x: depth === Infinity ? 0 : 1, y: 0, value: 0, saddle: depth };
  return { ...place, depth, saddle_x, saddle_y, joins, share: 0.5, edge: false, ...more };
}

function topology(more: Partial<Topology> = {}): Topology {
  const minima = [minimum(Infinity), minimum(3), minimum(1, { edge: true })];
  const rest = { metric: "loss", least_depth: 0.5, shallow: 4, mean_depth: 2 };
  return { minima, count: 3, ...rest, ...more };
}

describe("minima that are deep enough", () => {
  it("are all that the server holds for more than noise", () => {
    const deep = deepEnough(topology(), null);
    expect(deep.minima.map(({ depth }) => depth)).toEqual([Infinity, 3, 1]);
    expect(deep).toMatchObject({ least: 0.5, shallow: 4, all: null });
    expect(deepEnough(topology(), 0.1).least).toBe(0.5);
  });

  it("are fewer when more depth is wanted", () => {
    const deep = deepEnough(topology(), 2);
    expect(deep.minima).toHaveLength(2);
    expect(deep).toMatchObject({ least: 2, shallow: 5, all: null });
  });

  it("are said to be more where not all came", () => {
    expect(deepEnough(topology({ count: 400 }), null)).toMatchObject({ shallow: 4, all: 400 });
    expect(deepEnough(topology({ count: 400 }), 2)).toMatchObject({ shallow: 402, all: null });
  });

  it("have a mean depth where one joins another", () => {
    expect(meanDepth(topology().minima)).toBe(2);
    expect(meanDepth([minimum(Infinity)])).toBeNaN();
  });

  it("stand in the drawing by their numbers, with the saddles beneath", () => {
    expect(minimumMarks(topology().minima.slice(0, 2))).toEqual([
      { name: "", x: 0.5, y: 0.25, kind: "saddle" },
      { name: "2", x: 1, y: 0, kind: "minimum" },
      { name: "1", x: 0, y: 0, kind: "minimum" },
    ]);
  });
});
