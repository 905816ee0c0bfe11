/** Columns of a tree of modules or calls. */

import { numbersOf, type Columns } from "../../../api/profile-columns";
import { countColumn, nameColumn, quantityColumn, shareColumn, spanColumn } from "../columns";
import type { ProfileColumn } from "../table/types";
import { t, type ProfileTextKey } from "../texts";
import { rates } from "./rates";

interface Look {
  readonly what: "module" | "stack";
  readonly hasDevice: boolean;
  /** Shares are of the devices' time. */
  readonly isDevice: boolean;
  /** What all roots took. */
  readonly whole: number;
}

export function treeColumns(
  columns: Columns,
  { what, hasDevice, isDevice, whole }: Look,
): readonly ProfileColumn[] {
  const of = (name: string): Float64Array => numbersOf(columns, name);
  const chosen = isDevice ? "device_total_ns" : "total_ns";
  const span = (name: string, title: ProfileTextKey, hint: ProfileTextKey): ProfileColumn =>
    spanColumn(name === chosen ? "time" : name, t(title), of(name), t(hint));
  const flops = of("flops");
  return [
    nameColumn(columns, t(what === "module" ? "module" : "call")),
    countColumn("calls", t("calls"), of("calls")),
    span("total_ns", hasDevice ? "host_total" : "total", "moduleTotalHint"),
    shareColumn(of(chosen), whole, t("moduleShareHint")),
    span("self_ns", hasDevice ? "host_self" : "self", "moduleSelfHint"),
    ...(what === "module"
      ? [
          span("forward_ns", "forward", "forwardHint"),
          span("backward_ns", "backward", "backwardHint"),
        ]
      : []),
    ...(hasDevice
      ? [
          span("device_total_ns", "device_total", "device_totalHint"),
          span("device_self_ns", "device_self", "device_selfHint"),
        ]
      : []),
    ...quantityColumn("flops", t("flops"), flops, "count", t("flopsHint")),
    ...quantityColumn("rate", t("flopRate"), rates(flops, of(chosen)), "count", t("flopRateHint")),
    ...quantityColumn("bytes", t("bytes"), of("bytes"), "bytes", t("bytesHint")),
  ];
}
