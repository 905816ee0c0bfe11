import { expect, test, vi } from "vitest";
import { numberIn, orNone } from "../lib/codec";

vi.useFakeTimers();
// What settings ask a browser for when they are declared.
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("addEventListener", () => undefined);
const { controlsIn, group, knowing, special } = await import("./controls");
const { defineSettings, setting } = await import("./settings.svelte");

const words = { axis: "X axis", step: "Step", wall: "Wall time", log: "Log" } as const;
const t: ((key: keyof typeof words) => string) & { readonly plainKey?: keyof typeof words } = (
  key,
) => words[key];
const { toggle, choose, slide } = controlsIn(t);

const declare = (view: string) =>
  defineSettings(view, {
    ...group({
      axis: choose("step", "axis", { step: "step", wall: "wall" }),
      log: toggle(false, "log", { disabled: ({ axis }: { axis: string }) => axis === "wall" }),
    }),
    ...group({
      smoothing: special(setting<number | null>(null, orNone(numberIn(0, 1))), () => "Smoothing"),
    }),
    bar: toggle(false, "log"),
    kept: slide(1, "log", [0, 9, 1], { resets: false }),
    zoom: setting("", { parse: (value) => value, format: (value) => value }, { resets: true }),
  });

test("a control knows its codec, its words and its options", () => {
  const { axis } = declare("a").declared;
  expect([axis.parse("wall"), axis.parse("up")]).toEqual(["wall", undefined]);
  expect(axis.control.label({} as never)).toBe("X axis");
  expect(axis.control.options({} as never)).toEqual([
    { value: "step", label: "Step" },
    { value: "wall", label: "Wall time" },
  ]);
});

test("the panel's reset brings back what it shows, and what says so; nothing else", () => {
  const settings = declare("b");
  Object.assign(settings, {
    axis: "wall",
    log: true,
    smoothing: 0.5,
    bar: true,
    kept: 3,
    zoom: "z",
  });
  settings.resetPanel();
  expect({ ...settings }).toEqual({
    axis: "step",
    log: false,
    smoothing: null,
    bar: true,
    kept: 3,
    zoom: "",
  });
});

test("a control knows what is set now, also where a card has settings of its own", () => {
  const settings = declare("c");
  const own = settings.apart({ axis: "wall" }, () => undefined);
  const isDisabled = (of: object) => settings.declared.log.control.disabled?.(knowing(of, {}));
  expect([isDisabled(settings), isDisabled(own)]).toEqual([false, true]);
});

test("a control that knows more than the settings changes the settings all the same", () => {
  const settings = declare("d");
  const now = knowing(settings, { together: 2 }) as { together: number; log: boolean };
  now.log = true;
  expect([settings.log, now.together, "together" in settings]).toEqual([true, 2, false]);
});

test("keys of a part of a view have its prefix in the address, and none in the code", () => {
  const settings = defineSettings("e", { log: toggle(false, "log") }, "c.");
  settings.log = true;
  expect(settings.written()).toEqual({ "c.log": "1" });
  expect(settings.apart({ "c.log": "1" }, () => undefined).log).toBe(true);
});
