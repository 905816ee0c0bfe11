import { expect, test } from "vitest";
import { TileLoader, type TensorArea, type TensorTile } from "./tile-loader";

interface Asked {
  readonly area: TensorArea;
  readonly signal: AbortSignal;
  answer(data: Float64Array): void;
  fail(why: string): void;
}

function loader(rows: number, columns: number) {
  const asked: Asked[] = [];
  const tiles = new Map<string, TensorTile | null>();
  const errors: (string | null)[] = [];
  const made = new TileLoader(
    { rows, columns },
    (area, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ area, signal, answer: resolve, fail: (why) => reject(new Error(why)) });
      }),
    (key, tile) => tiles.set(key, tile),
    (message) => errors.push(message),
  );
  return { made, asked, tiles, errors };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("what is in sight is fetched once, and ends where the table does", async () => {
  const { made, asked, tiles } = loader(70, 40);
  made.want({ rows: [0, 70], columns: [0, 40] });
  made.want({ rows: [0, 70], columns: [0, 40] });
  expect(asked.map(({ area }) => [area.rows, area.columns])).toEqual([
    [
      [0, 64],
      [0, 32],
    ],
    [
      [0, 64],
      [32, 40],
    ],
    [
      [64, 70],
      [0, 32],
    ],
    [
      [64, 70],
      [32, 40],
    ],
  ]);
  asked[3]?.answer(new Float64Array(48));
  await settled();
  expect(tiles.get("1 1")?.columns).toBe(8);
  made.want({ rows: [65, 66], columns: [33, 34] });
  expect(asked).toHaveLength(4);
});

test("what went out of sight is not waited for", async () => {
  const { made, asked, tiles } = loader(1000, 10);
  made.want({ rows: [0, 10], columns: [0, 10] });
  made.want({ rows: [500, 510], columns: [0, 10] });
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer(new Float64Array(640));
  await settled();
  expect(tiles.size).toBe(0);
  made.want({ rows: [0, 10], columns: [0, 10] });
  expect(asked).toHaveLength(3);
});

test("a failure is reported, and tried again when it is in sight again", async () => {
  const { made, asked, tiles, errors } = loader(10, 10);
  const area: TensorArea = { rows: [0, 10], columns: [0, 10] };
  made.want(area);
  asked[0]?.fail("gone");
  await settled();
  expect(errors).toEqual(["gone"]);
  made.want(area);
  asked[1]?.answer(new Float64Array(100));
  await settled();
  expect(errors).toEqual(["gone", null]);
  expect(tiles.get("0 0")?.data).toHaveLength(100);
});

test("of very many tiles only some are kept", async () => {
  const { made, asked, tiles } = loader(64 * 500, 10);
  for (let i = 0; i < 500; i++) {
    made.want({ rows: [64 * i, 64 * i + 1], columns: [0, 10] });
    asked[i]?.answer(new Float64Array(640));
    await settled();
  }
  expect([...tiles.values()].filter((tile) => tile !== null).length).toBeLessThanOrEqual(401);
});
