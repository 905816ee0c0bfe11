import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("gives no two exported types one name", () => {
  const homes = new Map<string, string[]>();
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })) {
    if (!/(?<!\.test)\.(ts|svelte)$/.test(file)) continue;
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
    for (const [, name = ""] of text.matchAll(
      /^ *export (?:abstract )?(?:interface|class|type|enum) (\w+)/gm,
    )) {
      homes.set(name, [...(homes.get(name) ?? []), file]);
    }
  }
  expect(Object.fromEntries([...homes].filter(([, files]) => files.length > 1))).toEqual({});
});
