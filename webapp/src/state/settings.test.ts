import { beforeEach, expect, test, vi } from "vitest";
import { choice, flag, numberIn } from "../lib/codec";

// The first import of the runtime takes seconds on a machine that is busy.
vi.setConfig({ testTimeout: 20_000 });

/** The few things of a browser that the address and the storage need. */
function openPage(hash: string, stored: Record<string, string> = {}) {
  vi.resetModules();
  const listeners = new Map<string, () => void>();
  const location = { hash };
  const storage = new Map(Object.entries(stored));
  vi.stubGlobal("location", location);
  vi.stubGlobal("history", {
    replaceState: (_state: unknown, _title: string, next: string) => (location.hash = next),
    pushState: (_state: unknown, _title: string, next: string) => (location.hash = next),
  });
  vi.stubGlobal("addEventListener", (name: string, listen: () => void) =>
    listeners.set(name, listen),
  );
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  /** The address changes; the browser announces it when `announce` is called. */
  const edit = (next: string) => {
    location.hash = next;
    return { announce: () => listeners.get("hashchange")?.() };
  };
  return { location, storage, edit };
}

async function declare(view: string) {
  const { defineSettings, setting } = await import("./settings.svelte");
  return defineSettings(view, {
    smoothing: setting(0.6, numberIn(0, 0.99)),
    axis: setting("step", choice("step", "wall")),
    wide: setting(false, flag, { link: false }),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});

test("without a link, what was remembered counts", async () => {
  openPage("#/scalars", { "vdlite.scalars.smoothing": "0.9" });
  const settings = await declare("scalars");
  expect([settings.smoothing, settings.axis]).toEqual([0.9, "step"]);
});

test("a link is the whole truth: what it leaves out has its default", async () => {
  openPage("#/scalars?axis=wall", { "vdlite.scalars.smoothing": "0.9" });
  const settings = await declare("scalars");
  expect([settings.smoothing, settings.axis]).toEqual([0.6, "wall"]);
});

test("what a link does not carry is remembered all the same", async () => {
  openPage("#/scalars?axis=wall", { "vdlite.scalars.wide": "1" });
  expect((await declare("scalars")).wide).toBe(true);
});

test("a link of another view says nothing about this one", async () => {
  openPage("#/images?axis=wall", { "vdlite.scalars.smoothing": "0.9" });
  const settings = await declare("scalars");
  expect([settings.smoothing, settings.axis]).toEqual([0.9, "step"]);
});

test("a value that is no value is the default", async () => {
  openPage("#/scalars?smoothing=7&axis=up");
  const settings = await declare("scalars");
  expect([settings.smoothing, settings.axis]).toEqual([0.6, "step"]);
});

test("a change goes into the address and the storage; a default leaves both", async () => {
  const { location, storage } = openPage("#/scalars");
  const settings = await declare("scalars");
  settings.smoothing = 0.3;
  vi.runAllTimers();
  expect(location.hash).toBe("#/scalars?smoothing=0.3");
  expect([...storage]).toEqual([["vdlite.scalars.smoothing", "0.3"]]);
  settings.reset();
  vi.runAllTimers();
  expect(location.hash).toBe("#/scalars?");
  expect([...storage]).toEqual([]);
});

test("parameters of a view whose code is still loading wait in the address", async () => {
  const { location } = openPage("#/scalars?smoothing=0.3&run=a");
  const { url } = await import("./url.svelte");
  url.changed();
  vi.runAllTimers();
  expect(location.hash).toBe("#/scalars?smoothing=0.3&run=a");
  expect((await declare("scalars")).smoothing).toBe(0.3);
});

test("an address that the user edits is read back", async () => {
  const { edit } = openPage("#/scalars?smoothing=0.3");
  const settings = await declare("scalars");
  edit("#/scalars?axis=wall").announce();
  expect([settings.smoothing, settings.axis]).toEqual([0.6, "wall"]);
});

test("an edit that the browser has not reported yet is not written over", async () => {
  const { location, edit } = openPage("#/scalars");
  const settings = await declare("scalars");
  settings.smoothing = 0.3;
  const edited = edit("#/scalars?axis=wall");
  vi.runAllTimers();
  expect(location.hash).toBe("#/scalars?axis=wall");
  edited.announce();
  expect([settings.smoothing, settings.axis]).toEqual([0.6, "wall"]);
});

test("an address without a view gets one at once, and going back to it undoes an edit", async () => {
  const { location, edit } = openPage("");
  const { url } = await import("./url.svelte");
  const settings = await declare("scalars");
  url.settle("scalars");
  const first = location.hash;
  expect(first).toBe("#/scalars?");
  edit("#/scalars?axis=wall").announce();
  edit(first).announce();
  expect(settings.axis).toBe("step");
});

test("a view can be opened with some of its parameters, before and after its code has come", async () => {
  const { location } = openPage("#/images", { "vdlite.scalars.smoothing": "0.9" });
  const { url } = await import("./url.svelte");
  url.open("scalars", new Map([["axis", "wall"]]));
  const settings = await declare("scalars");
  expect([settings.smoothing, settings.axis]).toEqual([0.9, "wall"]);
  url.open("scalars", new Map([["smoothing", "0.1"]]));
  expect([settings.smoothing, settings.axis]).toEqual([0.1, "wall"]);
  expect(location.hash).toBe("#/scalars?smoothing=0.1&axis=wall");
});

test("settings are written as a link has them, and others are made of that", async () => {
  const { location, storage } = openPage("#/scalars?axis=wall");
  const { url } = await import("./url.svelte");
  url.settle("scalars");
  const settings = await declare("scalars");
  settings.wide = true;
  expect(settings.written()).toEqual({ axis: "wall" });
  const changes: object[] = [];
  const own = settings.apart({ smoothing: "0.9", axis: "nonsense", wide: "1" }, () =>
    changes.push(own.written()),
  );
  expect([own.smoothing, own.axis, own.wide]).toEqual([0.9, "step", false]);
  own.axis = "wall";
  own.reset("smoothing");
  expect(changes).toEqual([{ smoothing: "0.9", axis: "wall" }, { axis: "wall" }]);
  // Neither the address, the browser nor the view's own settings know of it.
  vi.runAllTimers();
  expect([settings.smoothing, settings.wide]).toEqual([0.6, true]);
  expect(location.hash).toBe("#/scalars?axis=wall");
  expect([...storage.keys()]).toEqual(["vdlite.scalars.wide"]);
});

test("a shared value is one for several views, each with its own name in its links", async () => {
  vi.useRealTimers();
  const { location, storage, edit } = openPage("#/groups?by=lr");
  const { defineSettings, setting } = await import("./settings.svelte");
  const { text } = await import("../lib/codec");
  const holder = defineSettings(null, { "group-by": setting("", text, { link: false }) });
  const shared = {
    get: () => holder["group-by"],
    set: (value: string) => {
      holder["group-by"] = value;
    },
  };
  const groups = defineSettings("groups", { by: setting("", text, { shared, store: false }) });
  const overview = defineSettings("overview", {
    group: setting("", text, { shared, store: false }),
    color: setting("", text, { shared: { ...shared, isLinked: true }, store: false }),
  });
  expect([groups.by, overview.group]).toEqual(["lr", "lr"]);
  expect(storage.get("vdlite.shell.group-by")).toBe("lr");

  overview.group = "seed";
  expect(groups.by).toBe("seed");
  expect(overview.written()).toEqual({ group: "seed", color: "seed" });
  const { url } = await import("./url.svelte");
  url.show("overview");
  expect(location.hash).toBe("#/overview?group=seed");

  // What stands apart has a value of its own.
  const apart = groups.apart({ by: "opt" }, () => undefined);
  apart.by = "depth";
  expect([apart.by, groups.by]).toEqual(["depth", "seed"]);

  // An address without the name that is elsewhere says nothing about it; one with it does.
  edit("#/overview?group=opt").announce();
  expect(overview.color).toBe("opt");
  edit("#/overview?group=opt&color=lr").announce();
  expect(groups.by).toBe("lr");
});
