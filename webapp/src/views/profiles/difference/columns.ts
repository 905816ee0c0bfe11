/** Columns of the table of differences. */

import { numbersOf, type Columns } from "../../../api/profile-columns";
import { changeText, percentText } from "../../../lib/profile/spans";
import { countColumn, spanColumn } from "../columns";
import type { TableColumn } from "../table/types";
import { t } from "../texts";

/** A p-value as papers write it. */
function pText(p: number): string {
  if (Number.isNaN(p)) return "–";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

export function changeColumns(
  columns: Columns,
  names: readonly string[],
  title: string,
): readonly TableColumn[] {
  const of = (name: string): Float64Array => numbersOf(columns, name);
  const [delta, share, p] = [of("delta_ns"), of("share"), of("p_value")];
  const size = delta.map(Math.abs);
  const most = size.reduce((largest, each) => Math.max(largest, each), 1);
  const calls = [
    countColumn("calls", t("firstCalls"), of("calls"), t("perStep")),
    countColumn("other_calls", t("secondCalls"), of("other_calls"), t("perStep")),
  ];
  // Phases and parts are no calls.
  const areCalled = calls.some(({ values }) => values.some((each) => Number(each) > 0));
  return [
    { key: "name", title, values: names },
    {
      ...spanColumn("delta", t("change"), delta, t("changeHint")),
      text: (row) => changeText(delta[row] ?? NaN),
    },
    {
      key: "size",
      title: t("sizeOfChange"),
      hint: t("sizeOfChangeHint"),
      values: size,
      width: 100,
      text: (row) => percentText(share[row] ?? NaN, 1),
      share: (row) => (size[row] ?? 0) / most,
    },
    spanColumn("ns", t("first"), of("ns"), t("perStep")),
    spanColumn("other_ns", t("second"), of("other_ns"), t("perStep")),
    ...(areCalled ? calls : []),
    {
      key: "p",
      title: "p",
      hint: t("pHint"),
      values: p,
      width: 76,
      text: (row) => pText(p[row] ?? NaN),
    },
  ];
}
