/** Columns of the tables of ranks and of collectives. */

import type { ProfileRanks } from "../../../api/profile-parts";
import { percentText, spanText } from "../../../lib/profile/spans";
import { spanColumn } from "../columns";
import { fromValues, type ProfileColumn } from "../table/types";
import { t } from "../texts";

/** @param waiting - of each rank, in all collectives. */
export function rankColumns(
  { ranks, median_ns, overlap, clocks }: ProfileRanks,
  waiting: readonly number[],
): readonly ProfileColumn[] {
  const share = overlap.communication_ns.map((ns, i) => (overlap.both_ns[i] ?? 0) / ns);
  return [
    { key: "rank", title: t("rank"), ...fromValues(ranks.map((n) => t("rankN", { n }))) },
    { ...spanColumn("time", t("medianStep"), Float64Array.from(median_ns)), width: 110 },
    {
      ...spanColumn("computation", t("computation"), overlap.computation_ns, t("computationHint")),
      width: 110,
    },
    {
      ...spanColumn("communication", t("communication"), overlap.communication_ns),
      width: 116,
    },
    {
      ...spanColumn("overlap", t("overlap"), share, t("overlapHint")),
      text: (row) => percentText(share[row] ?? NaN, 1),
    },
    spanColumn("waiting", t("waiting"), Float64Array.from(waiting), t("waitingHint")),
    {
      ...spanColumn("clock", t("clock"), clocks.offset_ns, t("clockHint")),
      text: (row) =>
        `${spanText(clocks.offset_ns[row] ?? NaN)} ± ${spanText(clocks.spread_ns[row] ?? NaN)}`,
      width: 150,
    },
  ];
}

export function collectiveColumns({ collectives, ranks }: ProfileRanks): readonly ProfileColumn[] {
  const { name, group, sequence, waiting_ns, transfer_ns, skew_ns } = collectives;
  const waitingOf = (rank: number): Float64Array =>
    Float64Array.from(name, (_, row) => waiting_ns[row * ranks.length + rank] ?? NaN);
  return [
    { key: "name", title: t("collective"), ...fromValues(name) },
    { key: "group", title: t("group"), ...fromValues(group), width: 90 },
    { key: "sequence", title: t("sequence"), ...fromValues(sequence), width: 80 },
    spanColumn("skew", t("skew"), skew_ns, t("skewHint")),
    spanColumn("transfer", t("transfer"), transfer_ns, t("transferHint")),
    ...ranks.map((n, i) => ({
      ...spanColumn(`rank${n}`, t("waitsN", { n }), waitingOf(i), t("waitingHint")),
      width: 104,
    })),
  ];
}
