/** Every view, by the kind that it shows: a kind without a view does not compile. */

import type { Kind } from "../api/types";
import type { View } from "./view";

export const views: Readonly<Record<Kind, View>> = {
  scalar: {
    id: "scalars",
    kind: "scalar",
    title: "view.scalars",
    load: () => import("./scalars/ScalarsView.svelte"),
  },
};
