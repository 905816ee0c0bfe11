/** Tags of the machine: scalars below `system/`, whose last part says what, and those before it of which host, rank or GPU. */

import { compareWords } from "./natural";

const ROOT = "system/";

export function isSystem(tag: string): boolean {
  return tag.startsWith(ROOT);
}

/** Whether it says what the machine did, or how far a loop of the program is: nothing of how the training goes. */
export function isAside(tag: string): boolean {
  return isSystem(tag) || tag.startsWith("progress/");
}

/** One of the lines of a band. */
export interface SystemLine {
  readonly tag: string;
  /** Such as `a3 · GPU 0`; empty where there is no other one. */
  readonly label: string;
}

/** What several hosts, ranks and GPUs say of the same thing. */
export interface SystemBand {
  /** The tag without what distinguishes its lines, such as `gpu/percent`. */
  readonly id: string;
  readonly lines: readonly SystemLine[];
}

/** What most people ask for comes first, and is what a page has that shows a few. */
export const MAIN_BANDS = [
  "gpu/percent",
  "gpu/memory_percent",
  "gpu/power_watts",
  "gpu/temperature_celsius",
  "cpu/percent",
  "memory/percent",
  "process/cpu_percent",
  "process/memory_bytes",
] as const;

export const OTHER_BANDS = [
  "container/cpu_percent",
  "container/memory_percent",
  "container/throttled_percent",
  "container/out_of_memory_kills",
  "container/memory_used_bytes",
  "gpu/sm_active_percent",
  "gpu/sm_occupancy_percent",
  "gpu/tensor_percent",
  "gpu/dram_percent",
  "gpu/memory_busy_percent",
  "gpu/memory_used_bytes",
  "gpu/clock_mhz",
  "gpu/memory_clock_mhz",
  "gpu/throttled_by_heat",
  "gpu/throttled_by_power",
  "gpu/energy_joules",
  "gpu/ecc_corrected",
  "gpu/ecc_uncorrected",
  "gpu/nvlink_received_bytes_per_second",
  "gpu/nvlink_sent_bytes_per_second",
  "gpu/pcie_received_bytes_per_second",
  "gpu/pcie_sent_bytes_per_second",
  "cpu/busiest_percent",
  "cpu/iowait_percent",
  "memory/used_bytes",
  "memory/swap_bytes",
  "process/threads",
  "process/children",
  "disk/read_bytes_per_second",
  "disk/written_bytes_per_second",
  "disk/percent",
  "disk/free_bytes",
  "network/received_bytes_per_second",
  "network/sent_bytes_per_second",
  "infiniband/received_bytes_per_second",
  "infiniband/sent_bytes_per_second",
] as const;

export type KnownBand = (typeof MAIN_BANDS)[number] | (typeof OTHER_BANDS)[number];

const order = new Map<string, number>([...MAIN_BANDS, ...OTHER_BANDS].map((id, at) => [id, at]));

export function isKnownBand(id: string): id is KnownBand {
  return order.has(id);
}

/** The bands of tags of the machine: those that are known first, others by name. */
export function bandsOf(tags: readonly string[]): SystemBand[] {
  const bands = new Map<string, SystemLine[]>();
  for (const tag of [...tags].sort(compareWords)) {
    const { id, label } = parsed(tag);
    bands.set(id, [...(bands.get(id) ?? []), { tag, label }]);
  }
  return [...bands]
    .map(([id, lines]): SystemBand => ({ id, lines }))
    .sort((a, b) => placeOf(a.id) - placeOf(b.id) || compareWords(a.id, b.id));
}

/** A few bands that say the most: those of GPUs, or else those of the machine and the process. */
export function fewBands(bands: readonly SystemBand[], most: number): SystemBand[] {
  return bands.filter(({ id }) => placeOf(id) < MAIN_BANDS.length).slice(0, most);
}

function placeOf(id: string): number {
  return order.get(id) ?? order.size;
}

function parsed(tag: string): { id: string; label: string } {
  const parts = tag.slice(ROOT.length).split("/");
  const labels: string[] = [];
  if (parts.length > 2 && parts[0]?.startsWith("host ") === true)
    labels.push(parts.shift()?.slice("host ".length) ?? "");
  if (parts.length > 2 && parts[0]?.startsWith("rank ") === true) labels.push(parts.shift() ?? "");
  if (parts[0] === "gpu" && parts.length > 2) {
    labels.push(`GPU ${parts.slice(1, -1).join(" ")}`);
    return { id: `gpu/${parts.at(-1) ?? ""}`, label: labels.join(" · ") };
  }
  return { id: parts.join("/"), label: labels.join(" · ") };
}

/** What numbers of a band are shown in. */
export interface SystemUnit {
  readonly name: string;
  /** So many of what was logged are one. */
  readonly size: number;
}

const units: readonly (readonly [end: string, SystemUnit])[] = [
  ["bytes_per_second", { name: "MiB/s", size: 2 ** 20 }],
  ["bytes", { name: "GiB", size: 2 ** 30 }],
  ["percent", { name: "%", size: 1 }],
  ["watts", { name: "W", size: 1 }],
  ["joules", { name: "Wh", size: 3600 }],
  ["celsius", { name: "°C", size: 1 }],
  ["mhz", { name: "MHz", size: 1 }],
];

export function unitOf(id: string): SystemUnit {
  return units.find(([end]) => id.endsWith(end))?.[1] ?? { name: "", size: 1 };
}
