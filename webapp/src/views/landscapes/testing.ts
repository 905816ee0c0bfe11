/** Landscapes for the tests of the modes. */

import { vi } from "vitest";
import type { Landscape, LandscapePlace, LandscapeSummary } from "../../api/landscapes";
import { keyOf } from "./loader";
import type { Landscapes } from "./store.svelte";

const directions: LandscapeSummary["directions"] = {
  kind: "random",
  seed: 1,
  norm: "filter",
  ignore: ["bias"],
  explained: [],
  parameters: "weights",
  lengths: [],
  angle: null,
  eigenvalues: [],
  fingerprint: null,
};

const settings: LandscapeSummary["settings"] = {
  mode: null,
  interval: null,
  unit: null,
  steps_per_epoch: null,
  loss: "cross_entropy",
  samples: 2048,
  sampling: null,
  population: null,
  standard_error: null,
  batch_size: 128,
  batch_norm: null,
  precision: null,
  device: null,
  model: "LeNet",
  model_fingerprint: null,
  parameters: 61706,
  optimizer: null,
  others: new Map(),
  learning_rate: [],
  left_out: [],
  model_changed: false,
  checked: null,
  anew: false,
  seconds: null,
  version: null,
  models: [],
  align: null,
};

type More<T> = Partial<Omit<T, "directions" | "settings">> & {
  readonly directions?: Partial<LandscapeSummary["directions"]>;
  readonly settings?: Partial<LandscapeSummary["settings"]>;
};

export function summaryOf(more: More<LandscapeSummary> = {}): LandscapeSummary {
  return {
    run: "a",
    tag: "landscape",
    step: 0,
    id: "1",
    walltime: 0,
    metrics: ["loss"],
    x: { min: -1, max: 1, number: 3 },
    y: { min: -1, max: 1, number: 3 },
    points: 9,
    done: 9,
    snapshots: 0,
    curvature: false,
    ...more,
    directions: { ...directions, ...more.directions },
    settings: { ...settings, ...more.settings },
  };
}

/** A bowl over [-1, 1] x [-1, 1] unless given. */
export function landscapeOf(more: More<Landscape> = {}): Landscape {
  const x = more.x ?? Float64Array.of(-1, 0, 1);
  const y = more.y === undefined ? Float64Array.of(-1, 0, 1) : more.y;
  const points = x.length * (y?.length ?? 1);
  const bowl = Float64Array.of(2, 1, 2, 1, 0, 1, 2, 1, 2).subarray(0, points);
  return {
    run: "a",
    tag: "landscape",
    step: 0,
    id: "1",
    walltime: 0,
    metrics: ["loss"],
    x,
    y,
    values: new Map([["loss", bowl]]),
    done: new Uint8Array(points).fill(1),
    center: new Map([["loss", 0]]),
    path: null,
    paths: [],
    marks: [],
    curvature: null,
    sharpness: null,
    flatness: null,
    topology: null,
    damaged: 0,
    ...more,
    directions: { ...directions, ...more.directions },
    settings: { ...settings, ...more.settings },
  };
}

/** Landscapes that are all there; others are on their way. */
export function storeOf(...whole: readonly Landscape[]): Landscapes {
  const get = (summary: LandscapePlace) => whole.find((each) => keyOf(each) === keyOf(summary));
  const loaded = (some: readonly LandscapePlace[]) => some.flatMap((each) => get(each) ?? []);
  const missing = (some: readonly LandscapePlace[]) =>
    loaded(some).length < some.length ? ({ kind: "loading" } as const) : null;
  return { get, loaded, missing } as unknown as Landscapes;
}

/** The few things of a browser that settings and runs ask for. */
export function openPage(): void {
  vi.stubGlobal("location", { hash: "", href: "http://localhost/", search: "" });
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.stubGlobal("document", { documentElement: { dataset: {}, style: {} } });
}
