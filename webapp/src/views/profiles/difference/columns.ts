/** Columns of the table of differences. */

import { numbersOf, type Columns } from "../../../api/profile-columns";
import { changeText, percentText } from "../../../lib/profile/spans";
import { countColumn, spanColumn } from "../columns";
import { fromValues, type ProfileColumn } from "../table/types";
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
): readonly ProfileColumn[] {
  const of = (name: string): Float64Array => numbersOf(columns, name);
  const [delta, share, p] = [of("delta_ns"), of("share"), of("p_value")];
  const size = delta.map(Math.abs);
  const most = size.reduce((largest, each) => Math.max(largest, each), 1);
  const numbers = [of("calls"), of("other_calls")] as const;
  const calls = [
    countColumn("calls", t("firstCalls"), numbers[0], t("perStep")),
    countColumn("other_calls", t("secondCalls"), numbers[1], t("perStep")),
  ];
  // Phases and parts are no calls.
  const areCalled = numbers.some((values) => values.some((each) => each > 0));
  return [
    { key: "name", title, ...fromValues(names) },
    {
      ...spanColumn("delta", t("change"), delta, t("changeHint")),
      text: (row) => changeText(delta[row] ?? NaN),
    },
    {
      key: "size",
      title: t("sizeOfChange"),
      hint: t("sizeOfChangeHint"),
      ...fromValues(size),
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
      ...fromValues(p),
      width: 76,
      text: (row) => pText(p[row] ?? NaN),
    },
  ];
}
