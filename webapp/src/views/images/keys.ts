/** What the keys do in the viewer. */

export type ViewerAction =
  | "back"
  | "forward"
  | "first"
  | "last"
  | "zoomIn"
  | "zoomOut"
  | "fit"
  | "actual"
  | "left"
  | "right"
  | "up"
  | "down";

const actions: Readonly<Record<string, ViewerAction>> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "0": "fit",
  "1": "actual",
};

const shifted: Readonly<Record<string, ViewerAction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  "+": "zoomIn",
};

/** null: the key is left to the page. With Shift, arrows move the image. */
export function viewerAction(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): ViewerAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return (event.shiftKey ? shifted : actions)[event.key] ?? null;
}
