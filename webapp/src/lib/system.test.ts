import { expect, it } from "vitest";
import { bandsOf, fewBands, isSystem, unitOf } from "./system";

it("knows the tags of the machine by their beginning", () => {
  expect(["system/cpu/percent", "systematic/error", "loss/system/x"].map(isSystem)).toEqual([
    true,
    false,
    false,
  ]);
});

it("puts what GPUs, ranks and hosts say of one thing into one band", () => {
  const bands = bandsOf([
    "system/gpu/10/percent",
    "system/gpu/2/percent",
    "system/host a3/gpu/0/percent",
    "system/host a3/rank 9/process/cpu_percent",
    "system/rank 1/process/cpu_percent",
    "system/gpu/0/mig 1/memory_percent",
  ]);
  expect(bands.map(({ id, lines }) => [id, lines.map(({ label }) => label)])).toEqual([
    ["gpu/percent", ["GPU 2", "GPU 10", "a3 · GPU 0"]],
    ["gpu/memory_percent", ["GPU 0 mig 1"]],
    ["process/cpu_percent", ["a3 · rank 9", "rank 1"]],
  ]);
});

it("lists bands that it knows in their order, and others behind them by name", () => {
  const tags = [
    "system/z",
    "system/gpu.0.powerWatts",
    "system/memory/percent",
    "system/cpu/percent",
  ];
  expect(bandsOf(tags).map(({ id, lines }) => [id, lines[0]?.label])).toEqual([
    ["cpu/percent", ""],
    ["memory/percent", ""],
    ["gpu.0.powerWatts", ""],
    ["z", ""],
  ]);
});

it("chooses a few that say the most: of GPUs, or else of the machine", () => {
  const machine = ["cpu/percent", "memory/percent", "disk/percent"].map((id) => `system/${id}`);
  const ofGpu = ["percent", "power_watts", "clock_mhz"].map((id) => `system/gpu/0/${id}`);
  const ids = (tags: readonly string[]) => fewBands(bandsOf(tags), 3).map(({ id }) => id);
  expect(ids(machine)).toEqual(["cpu/percent", "memory/percent"]);
  expect(ids([...machine, ...ofGpu])).toEqual(["gpu/percent", "gpu/power_watts", "cpu/percent"]);
});

it.each([
  ["gpu/power_watts", "W", 1],
  ["memory/used_bytes", "GiB", 2 ** 30],
  ["disk/read_bytes_per_second", "MiB/s", 2 ** 20],
  ["gpu/energy_joules", "Wh", 3600],
  ["process/threads", "", 1],
])("shows %s in %s", (id, name, size) => {
  expect(unitOf(id)).toEqual({ name, size });
});
