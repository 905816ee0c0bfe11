import { expect, test } from "vitest";
import { newest } from "./newest";

function questions() {
  const answers: ((answer: string) => void)[] = [];
  const taken: string[] = [];
  const ask = newest(
    () => new Promise<string>((resolve) => answers.push(resolve)),
    (answer) => taken.push(answer),
  );
  return { ask, answers, taken };
}

test("an answer that was overtaken is dropped", async () => {
  const { ask, answers, taken } = questions();
  const [first, second, third] = [ask(), ask(), ask()];
  answers[1]?.("second");
  await second;
  answers[0]?.("first");
  await first;
  answers[2]?.("third");
  await third;
  expect(taken).toEqual(["second", "third"]);
});

test("a question that failed does not stand in the way of another", async () => {
  const taken: string[] = [];
  let fails = true;
  const ask = newest(
    () => (fails ? Promise.reject(new Error("down")) : Promise.resolve("up")),
    (answer) => taken.push(answer),
  );
  await expect(ask()).rejects.toThrow("down");
  fails = false;
  await ask();
  expect(taken).toEqual(["up"]);
});
