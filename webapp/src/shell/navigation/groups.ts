/** The groups of views as the bar shows them. */

import { viewGroups, type View, type ViewGroup } from "../../views/view";

export interface NavGroup {
  readonly id: ViewGroup;
  /** Those that have something to show, in the order of the registry. */
  readonly views: readonly View[];
  /** Where a click on the group leads. */
  readonly landing: View;
}

/**
 * The groups that have anything to show.
 * @param shown - the views that have.
 * @param current - the view that is open: it is listed even if it has nothing to show.
 * @param last - id of the view of a group that was used last.
 */
export function navGroups(
  views: readonly View[],
  shown: (view: View) => boolean,
  current: View | null,
  last: (group: ViewGroup) => string | undefined,
): readonly NavGroup[] {
  return viewGroups.flatMap((id) => {
    const own = views.filter((view) => view.group === id && (view === current || shown(view)));
    const [first] = own;
    if (first === undefined) return [];
    return [{ id, views: own, landing: own.find((view) => view.id === last(id)) ?? first }];
  });
}
