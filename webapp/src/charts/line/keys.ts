/** What the keys do on a chart that has the focus. */

export type ChartAction =
  | "left"
  | "right"
  | "first"
  | "last"
  | "zoomIn"
  | "zoomOut"
  | "restore"
  | "stepBack"
  | "fullScreen"
  | "pin"
  | "leave";

const actions: Readonly<Record<string, ChartAction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "restore",
  Backspace: "stepBack",
  f: "fullScreen",
  Enter: "pin",
  Escape: "leave",
};

/** null: the key is left to the page. */
export function chartAction(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): ChartAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return actions[event.key] ?? null;
}
