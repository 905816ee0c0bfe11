/**
 * The settings of all views: for the palette, which loads them when it is first opened. They are
 * small, and bring nothing of what draws the views.
 */

import type { Described } from "../state/settings.svelte";
import { views } from "./registry";
import type { View } from "./view";

const files = import.meta.glob<Described>("./*/**/settings.ts", {
  eager: true,
  import: "settings",
});

export interface DeclaredSettings {
  readonly view: View;
  readonly settings: Described;
  /** The folder within the view's that has them, such as a mode of the landscapes; empty: its own. */
  readonly room: string;
}

/** In the order of the views. */
export const declared: readonly DeclaredSettings[] = views.flatMap((view) =>
  Object.entries(files).flatMap(([path, settings]) =>
    settings.viewId === view.id
      ? [{ view, settings, room: path.split("/").slice(2, -1).join("/") }]
      : [],
  ),
);
