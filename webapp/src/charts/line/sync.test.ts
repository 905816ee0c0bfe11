import { expect, it } from "vitest";
import { syncGroup, type SyncMember } from "./sync";

it("reaches all members but the one that speaks, until they leave", () => {
  const group = syncGroup();
  const heard: string[] = [];
  const member = (name: string): SyncMember => ({
    showCursor: (x) => heard.push(`${name} ${String(x)}`),
    showRange: (range) => heard.push(`${name} ${String(range)}`),
  });
  const [one, two, three] = [member("one"), member("two"), member("three")];
  group.join(one);
  group.join(two);
  const leave = group.join(three);
  group.moveCursor(one, 7);
  leave();
  group.setRange(two, [1, 2]);
  group.moveCursor(two, null);
  expect(heard).toEqual(["two 7", "three 7", "one 1,2", "one null"]);
});
