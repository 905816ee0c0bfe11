/** Tags that differ in one number are one card, from which the user comes to the curves. */

import type { Card, KindTag } from "../../../cards/page/cards";
import { familiesOf, type Family } from "../../../lib/families";

/**
 * The tags with a card for each family behind the others of its group, and behind that the family's own where their
 * curves are wished for.
 * @param asCurves - patterns of families.
 */
export function gathered(
  tags: readonly KindTag[],
  asCurves: ReadonlySet<string>,
): readonly KindTag[] {
  const byName = new Map(tags.map((each) => [each.tag, each]));
  const families = familiesOf([...byName.keys()]);
  const within = new Set(families.flatMap(({ members }) => members.map(({ tag }) => tag)));
  const of = ({ members }: Family): readonly KindTag[] =>
    members.flatMap(({ tag }) => byName.get(tag) ?? []);
  // In the order in which the tags came, for those that belong together.
  const places = new Map(tags.map(({ tag }, i) => [tag, i]));
  const placed = [...families].sort((one, other) => placeOf(places, one) - placeOf(places, other));
  return [
    ...tags.filter(({ tag }) => !within.has(tag)),
    ...placed.flatMap((family) => {
      const its = of(family);
      const card: KindTag = {
        kind: "scalar",
        tag: family.pattern,
        runs: [...new Set(its.flatMap(({ runs }) => runs))],
        members: its.map(({ tag }) => tag),
      };
      return asCurves.has(family.pattern) ? [card, ...its] : [card];
    }),
  ];
}

function placeOf(places: ReadonlyMap<string, number>, { members }: Family): number {
  return Math.min(...members.map(({ tag }) => places.get(tag) ?? Infinity));
}

/** What a card is called: that of several tags by the numbers of these. */
export function titleOf({ tag, members = [] }: Pick<Card, "tag" | "members">): string {
  return familyOf(members)?.title ?? tag;
}

/** The family that these tags are. */
export function familyOf(members: readonly string[]): Family | undefined {
  return members.length === 0 ? undefined : familiesOf(members, members.length)[0];
}
