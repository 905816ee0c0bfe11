import { beforeEach, describe, expect, it } from "vitest";
import { listen } from "./listen";

/** A surface at (100, 50) of the window. */
class Surface extends EventTarget {
  getBoundingClientRect(): { left: number; top: number } {
    return { left: 100, top: 50 };
  }
  setPointerCapture(): void {
    // A browser sends the moves of a captured pointer here; so do the tests.
  }
}

let surface: Surface;
let meant: string[];
let drawsBox: boolean;

function send(type: string, x: number, y: number, more: object = {}): Event {
  const event = new Event(type, { cancelable: true });
  const usual = {
    clientX: x + 100,
    clientY: y + 50,
    button: 0,
    pointerId: 1,
    pointerType: "mouse",
  };
  surface.dispatchEvent(Object.assign(event, usual, more));
  return event;
}

beforeEach(() => {
  surface = new Surface();
  meant = [];
  drawsBox = true;
  const note =
    (name: string) =>
    (...values: unknown[]): void => {
      meant.push(`${name} ${JSON.stringify(values)}`);
    };
  listen(surface as unknown as HTMLElement, {
    boxZoom: () => drawsBox,
    plainWheel: () => false,
    hover: (at) => note("hover")(at.x, at.y),
    leave: note("leave"),
    click: (at) => note("click")(at.x, at.y),
    box: () => undefined,
    finishBox: (from, to) => note("box")(from.x, from.y, to.x, to.y),
    cancelBox: note("cancel"),
    pan: note("pan"),
    zoom: (at, factor, axes) => note("zoom")(at.x, at.y, Number(factor.toFixed(3)), axes),
    restore: note("restore"),
  });
});

function drag(more: object = {}): void {
  send("pointerdown", 10, 10, more);
  send("pointermove", 30, 20, more);
  send("pointerup", 40, 25, more);
}

describe("a pointer", () => {
  it("that moves hovers", () => {
    send("pointermove", 5, 6);
    send("pointerleave", 500, 6);
    expect(meant).toEqual(["hover [5,6]", "leave []"]);
  });

  it("that is pressed and moved draws a box", () => {
    drag();
    expect(meant).toEqual(["box [10,10,40,25]"]);
  });

  it("that is only pressed clicks", () => {
    send("pointerdown", 10, 10);
    send("pointerup", 11, 10);
    expect(meant).toEqual(["hover [11,10]", "click [11,10]"]);
  });

  it("pans with shift, with the middle button, and while boxes are off", () => {
    drag({ shiftKey: true });
    drag({ button: 1 });
    drawsBox = false;
    drag();
    expect(meant).toEqual(["pan [20,10]", "pan [20,10]", "pan [20,10]"]);
  });

  it("of touch pans along x only: up and down is the page's", () => {
    drag({ pointerType: "touch" });
    expect(meant).toEqual(["pan [20,0]"]);
  });

  it("pinches with a second one", () => {
    send("pointerdown", 0, 0, { pointerType: "touch" });
    send("pointerdown", 100, 0, { pointerType: "touch", pointerId: 2 });
    send("pointermove", 200, 0, { pointerType: "touch", pointerId: 2 });
    expect(meant).toEqual(['zoom [0,0,0.5,"x"]']);
  });
});

describe("a wheel", () => {
  it("scrolls the page unless a key is held", () => {
    expect(send("wheel", 5, 5, { deltaY: 100, deltaMode: 0 }).defaultPrevented).toBe(false);
    expect(meant).toEqual([]);
  });

  it("zooms around the cursor with ctrl", () => {
    const event = send("wheel", 5, 6, { deltaY: -100, deltaMode: 0, ctrlKey: true });
    expect(event.defaultPrevented).toBe(true);
    expect(meant).toEqual(['zoom [5,6,0.803,"x"]']);
  });
});

it("draws a box whatever is pressed, and leaves wheels to the page, where nothing pans or zooms", () => {
  const plain = new Surface();
  listen(plain as unknown as HTMLElement, {
    hover: () => undefined,
    leave: () => undefined,
    click: () => undefined,
    box: () => undefined,
    finishBox: (from, to) => void meant.push(`box ${from.x} ${to.x}`),
    cancelBox: () => undefined,
    restore: () => undefined,
  });
  surface = plain;
  drag({ pointerType: "touch" });
  drag({ shiftKey: true });
  expect(meant).toEqual(["box 10 40", "box 10 40"]);
  expect(send("wheel", 10, 10, { deltaY: 100, deltaMode: 0, ctrlKey: true }).defaultPrevented).toBe(
    false,
  );
});
