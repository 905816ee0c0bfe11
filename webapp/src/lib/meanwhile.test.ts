import { expect, test } from "vitest";
import { Meanwhile } from "./meanwhile";

function question() {
  let answer: (text: string) => void = () => undefined;
  const asked = new Promise<string>((resolve) => (answer = resolve));
  return { ask: () => asked, answer };
}

test("an answer comes with what came last of each run since it was asked", async () => {
  const meanwhile = new Meanwhile<{ run: string; records: number }>();
  meanwhile.tell([{ run: "a", records: 1 }]);
  const { ask, answer } = question();
  const coming = meanwhile.ask(ask);
  meanwhile.tell([
    { run: "a", records: 2 },
    { run: "b", records: 7 },
  ]);
  meanwhile.tell([{ run: "a", records: 3 }]);
  answer("older");
  const [text, latest] = await coming;
  expect(text).toBe("older");
  expect([...latest]).toEqual([
    ["a", { run: "a", records: 3 }],
    ["b", { run: "b", records: 7 }],
  ]);
});

test("each of several questions has its own, and one that fails leaves nothing behind", async () => {
  const meanwhile = new Meanwhile<{ run: string }>();
  await expect(meanwhile.ask(() => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  const [first, second] = [question(), question()];
  const one = meanwhile.ask(first.ask);
  meanwhile.tell([{ run: "a" }]);
  const other = meanwhile.ask(second.ask);
  meanwhile.tell([{ run: "b" }]);
  first.answer("");
  second.answer("");
  expect([...(await one)[1].keys()]).toEqual(["a", "b"]);
  expect([...(await other)[1].keys()]).toEqual(["b"]);
});
