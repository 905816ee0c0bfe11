import { beforeEach, describe, expect, it, vi } from "vitest";
import { listen, type Feel, type Meanings } from "./gestures";

type Handler = (event: Record<string, unknown>) => void;

/** As much of an element as gestures need; there is no browser here. */
function element() {
  const handlers = new Map<string, Handler>();
  return {
    send(name: string, event: Record<string, unknown>) {
      let isPrevented = false;
      const own = { preventDefault: () => (isPrevented = true), stopPropagation: () => undefined };
      handlers.get(name)?.({ pointerId: 1, button: 0, pointerType: "mouse", ...own, ...event });
      return isPrevented;
    },
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    removeEventListener: (name: string) => handlers.delete(name),
    getBoundingClientRect: () => ({ left: 10, top: 20 }),
    setPointerCapture: () => undefined,
    handlers,
  };
}

const feel: Feel = {
  arrow: 22,
  key: 0.84,
  wheel: { speed: 0.0016, most: 300 },
  leavesWheel: true,
  still: 0,
};

let calls: unknown[][];
let target: ReturnType<typeof element>;
let stop: () => void;

const tell =
  (name: string) =>
  (...values: unknown[]) =>
    void calls.push([name, ...values]);
const meanings = (more: Partial<Meanings> = {}): Meanings => ({
  turn: tell("turn"),
  pan: tell("pan"),
  zoom: tell("zoom"),
  reset: tell("reset"),
  hover: tell("hover"),
  leave: tell("leave"),
  ...more,
});

beforeEach(() => {
  calls = [];
  target = element();
  stop = listen(target as unknown as HTMLElement, meanings(), feel);
  vi.stubGlobal("document", { activeElement: null });
});

const at = (x: number, y: number) => ({ clientX: x, clientY: y });
const drag = (more: Record<string, unknown>) => {
  target.send("pointerdown", { ...at(50, 50), ...more });
  target.send("pointermove", { ...at(57, 45), ...more });
};

describe("a drag", () => {
  it("turns", () => {
    drag({});
    expect(calls).toContainEqual(["turn", 7, -5]);
  });

  it("moves with Shift, and with the middle button", () => {
    drag({ shiftKey: true });
    drag({ button: 1 });
    expect(calls.filter(([name]) => name === "pan")).toEqual([
      ["pan", 7, -5],
      ["pan", 7, -5],
    ]);
  });

  it("of two fingers zooms by their distance", () => {
    target.send("pointerdown", { ...at(0, 0), pointerId: 1, pointerType: "touch" });
    target.send("pointerdown", { ...at(100, 0), pointerId: 2, pointerType: "touch" });
    target.send("pointermove", { ...at(200, 0), pointerId: 2, pointerType: "touch" });
    expect(calls).toContainEqual(["zoom", 0.5, { x: 90, y: -20 }]);
  });
});

describe("a wheel", () => {
  it("is left to the page", () => {
    expect(target.send("wheel", { deltaY: 100, deltaMode: 0 })).toBe(false);
    expect(calls).toEqual([]);
  });

  it("zooms with Ctrl, and once the chart has the focus", () => {
    expect(target.send("wheel", { deltaY: 100, deltaMode: 0, ctrlKey: true })).toBe(true);
    vi.stubGlobal("document", { activeElement: target });
    expect(target.send("wheel", { deltaY: 100, deltaMode: 0 })).toBe(true);
    expect(calls).toHaveLength(2);
    expect(calls[0]?.[1]).toBeGreaterThan(1);
  });
});

describe("a key", () => {
  it("turns, moves, zooms and restores; others are left to the page", () => {
    expect(target.send("keydown", { key: "ArrowLeft" })).toBe(true);
    target.send("keydown", { key: "ArrowUp", shiftKey: true });
    target.send("keydown", { key: "+" });
    target.send("keydown", { key: "0" });
    expect(calls.map(([name]) => name)).toEqual(["turn", "pan", "zoom", "reset"]);
    expect(target.send("keydown", { key: "f" })).toBe(false);
    expect(target.send("keydown", { key: "0", ctrlKey: true })).toBe(false);
  });
});

it("asks about the place below a mouse, and where a finger was lifted", () => {
  target.send("pointermove", at(15, 25));
  expect(calls).toEqual([["hover", { x: 5, y: 5 }, { x: 15, y: 25 }]]);
  target.send("pointerdown", { ...at(30, 30), pointerType: "touch" });
  target.send("pointerup", { ...at(30, 30), pointerType: "touch" });
  target.send("pointerleave", { pointerType: "touch" });
  expect(calls.map(([name]) => name)).toEqual(["hover", "leave", "hover"]);
});

it("listens no more once it is asked to stop", () => {
  stop();
  expect(target.handlers.size).toBe(0);
});

describe("where things can be picked", () => {
  const lassoed = (isWanted: boolean) => {
    stop();
    const lasso = { isWanted: () => isWanted, drawn: tell("drawn"), done: tell("done") };
    const more = { pick: tell("pick"), lasso };
    stop = listen(target as unknown as HTMLElement, meanings(more), { ...feel, still: 4 });
  };

  it("a press that hardly wanders picks, and turns nothing", () => {
    lassoed(false);
    target.send("pointerdown", at(50, 50));
    target.send("pointermove", at(52, 51));
    target.send("pointerup", { ...at(52, 51), ctrlKey: true, metaKey: false });
    expect(calls).toContainEqual(["pick", { x: 42, y: 31 }, true]);
    expect(calls.map(([name]) => name)).not.toContain("turn");
    expect(calls.map(([name]) => name)).not.toContain("hover");
  });

  it("a drag draws a line where one is wanted", () => {
    lassoed(true);
    drag({});
    target.send("pointerup", at(57, 45));
    const line = [
      { x: 40, y: 30 },
      { x: 47, y: 25 },
    ];
    expect(calls.slice(-2)).toEqual([
      ["drawn", []],
      ["done", line],
    ]);
    expect(calls.map(([name]) => name)).not.toContain("turn");
  });

  it("a second finger gives the line up", () => {
    lassoed(true);
    drag({});
    target.send("pointerdown", { ...at(90, 90), pointerId: 2 });
    expect(calls.at(-1)).toEqual(["drawn", []]);
    target.send("pointerup", { ...at(90, 90), pointerId: 2 });
    target.send("pointerup", at(57, 45));
    expect(calls.map(([name]) => name)).not.toContain("done");
  });
});

it("takes every wheel where none is left to the page", () => {
  stop();
  const own = { ...feel, leavesWheel: false };
  stop = listen(target as unknown as HTMLElement, meanings(), own);
  expect(target.send("wheel", { ...at(30, 40), deltaY: 1e6, deltaMode: 0 })).toBe(true);
  expect(calls).toEqual([["zoom", Math.exp(300 * 0.0016), { x: 20, y: 20 }]]);
});
