import { expect, it } from "vitest";
import { zoomsCodec, type CardZoom } from "./zoom-codec";

it("writes and reads the zooms of cards, of either axis", () => {
  const zooms: CardZoom[] = [
    ["train/loss", { x: [1, 2.5], y: null }],
    ["a,b\nrun", { x: null, y: [-1, 0.001] }],
  ];
  const text = zoomsCodec.format(zooms);
  expect(text).toBe("train/loss,1:2.5::,a%2Cb\nrun,::-1:0.001");
  expect(zoomsCodec.parse(text)).toEqual(zooms);
  expect(zoomsCodec.parse("")).toEqual([]);
});

it("writes the last ones of many", () => {
  const many = Array.from({ length: 30 }, (_, i): CardZoom => [`tag${i}`, { x: [0, 1], y: null }]);
  const read = zoomsCodec.parse(zoomsCodec.format(many));
  expect(read).toHaveLength(20);
  expect(read?.at(-1)?.[0]).toBe("tag29");
});

it.each(["1:2", "2:1::", "1:::", "a:b::", ":::", ""])("leaves out the zoom %j", (text) => {
  expect(zoomsCodec.parse(`bad,${text},good,1:2::`)).toEqual([["good", { x: [1, 2], y: null }]]);
});

it("refuses what is no list of pairs", () => {
  expect(zoomsCodec.parse("lonely")).toBeUndefined();
});
