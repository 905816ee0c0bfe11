import { describe, expect, it } from "vitest";
import type { View, ViewGroup } from "../../views/view";
import { navGroups } from "./groups";

const view = (id: string, group: ViewGroup): View => ({
  id,
  group,
  kinds: [],
  title: "view.scalars",
  load: () => Promise.reject(new Error("not loaded in this test")),
});
const scalars = view("scalars", "charts");
const curves = view("curves", "charts");
const trials = view("trials", "compare");
const images = view("images", "media");
const all = [images, scalars, curves, trials];
const none = (): undefined => undefined;

describe("navGroups", () => {
  it("has the groups in the order of the bar, and their views in that of the registry", () => {
    const groups = navGroups(all, () => true, null, none);
    expect(groups.map(({ id, views }) => [id, views.map((each) => each.id)])).toEqual([
      ["charts", ["scalars", "curves"]],
      ["compare", ["trials"]],
      ["media", ["images"]],
    ]);
  });

  it("leaves out views that have nothing to show, and groups that have no other", () => {
    const groups = navGroups(all, (each) => each === curves, null, none);
    expect(groups.map(({ id, views }) => [id, views])).toEqual([["charts", [curves]]]);
  });

  it("lists the view that is open even if it has nothing to show", () => {
    const groups = navGroups(all, (each) => each === curves, images, none);
    expect(groups.map(({ id }) => id)).toEqual(["charts", "media"]);
  });

  it("leads to the view of a group that was used last", () => {
    const last = (group: ViewGroup) => (group === "charts" ? "curves" : "gone");
    const groups = navGroups(all, () => true, null, last);
    expect(groups.map(({ landing }) => landing.id)).toEqual(["curves", "trials", "images"]);
  });

  it("leads to the first view of a group if that which was used last has nothing to show", () => {
    const groups = navGroups(
      all,
      (each) => each === scalars,
      null,
      () => "curves",
    );
    expect(groups.map(({ landing }) => landing.id)).toEqual(["scalars"]);
  });
});
