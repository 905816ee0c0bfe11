import { describe, expect, it } from "vitest";
import { offered, ranked, writingAt } from "./complete";
import { Cursor } from "./cursor";
import { LanguageError, scan, type NameToken, type SignToken } from "./tokens";

type Token = NameToken | SignToken<"+" | "(">;

/** A language of names of one letter, and two signs. */
const tokensOf = (text: string) =>
  scan(text, (_, from): Token => {
    const [letter = ""] = text.slice(from);
    const place = { from, to: from + 1 };
    if (letter === "+" || letter === "(") return { kind: "sign", text: letter, ...place };
    if (letter === "`") throw new LanguageError("openName", from, text.length, letter);
    return { kind: "name", text: letter, isQuoted: false, ...place };
  });

describe("tokens", () => {
  it("have places without the spaces around them, and end with the text", () => {
    expect(tokensOf(" a  +").map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ["name", 1, 2],
      ["sign", 4, 5],
      ["end", 5, 5],
    ]);
  });
});

describe("a cursor", () => {
  const cursorOf = (text: string) =>
    new Cursor<ReturnType<typeof tokensOf>[number], "wrong">(text, tokensOf(text), LanguageError);

  it("goes beyond what is wanted, and stays before anything else and at the end", () => {
    const cursor = cursorOf("+a");
    expect([cursor.eat("("), cursor.eat("+"), cursor.eat("+")]).toEqual([false, true, false]);
    expect(cursor.passed).toBe(1);
    cursor.skip();
    cursor.skip();
    expect([cursor.peek().kind, cursor.peek(7).kind]).toEqual(["end", "end"]);
  });

  it("says what is wrong, where, and what stands there", () => {
    expect(() => cursorOf(" a").fail("wrong")).toThrow(new LanguageError("wrong", 1, 2, "a"));
  });

  it("refuses what lies too deep, before the stack ends", () => {
    const cursor = cursorOf("a");
    const dive = (): number => cursor.deeper(dive);
    expect(dive).toThrow("tooDeep at 0: a");
  });
});

describe("completion", () => {
  it("knows the name that is being written, and what stands before it", () => {
    const writing = writingAt("a + b c", 5, tokensOf, []);
    expect(writing?.settled).toHaveLength(2);
    expect([writing?.written?.kind, writing?.from]).toEqual(["name", 4]);
    expect(writingAt("a +", 3, tokensOf, [])).toMatchObject({ written: null, from: 3 });
  });

  it("offers nothing within what cannot be read", () => {
    expect(writingAt("a `", 3, tokensOf, ["`"])).toBeNull();
  });

  it("ranks what begins with the typed text first, and leaves out what lacks it", () => {
    const names = ["xab", "b", "ABc", "x-ab"];
    const text = (name: string): string => name;
    expect(ranked(names, "ab", text)).toEqual(["ABc", "xab", "x-ab"]);
    const rankOf = (name: string, place: number): number => (name[place - 1] === "-" ? 1 : 2);
    expect(ranked(names, "ab", text, rankOf)).toEqual(["ABc", "x-ab", "xab"]);
  });

  it("does not offer the only thing that is written already", () => {
    const text = (name: string): string => name;
    expect(offered("a+lr", { from: 2, to: 4 }, ["lr"], text).items).toEqual([]);
    expect(offered("a+lr", { from: 2, to: 4 }, ["lr", "lrs"], text).items).toHaveLength(2);
  });
});
