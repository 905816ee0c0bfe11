import { describe, expect, it } from "vitest";
import { bucketAt, heightAt, outline } from "./curve";
import { heightScale } from "./heights";
import { figure, two } from "./testing";

const projection = { x: (value: number) => 10 * value, y: (share: number) => 100 - 70 * share };

describe("outline", () => {
  const scale = heightScale(figure([two]));

  it("goes from the base over the middle of each bucket back to the base", () => {
    const points = outline(two, 0, "count", scale, projection, false);
    expect([...points]).toEqual([0, 100, 5, 50, 15, 100, 25, 30, 30, 100]);
  });

  it("goes along the buckets where it is stepped", () => {
    const points = outline(two, 0, "count", scale, projection, true);
    expect([...points]).toEqual([
      ...[0, 100, 0, 50, 10, 50, 10, 100, 20, 100, 20, 30, 30, 30],
      ...[30, 100],
    ]);
  });
});

describe("bucketAt", () => {
  it("finds the bucket that holds a value; the last one holds its right edge", () => {
    expect([0, 0.99, 1, 2.5, 3].map((value) => bucketAt(two, 0, value))).toEqual([0, 0, 1, 2, 2]);
    expect([-1, 1, 3].map((value) => bucketAt(two, 1, value))).toEqual([3, 4, 4]);
  });

  it("finds none outside", () => {
    expect([-0.1, 3.1].map((value) => bucketAt(two, 0, value))).toEqual([-1, -1]);
  });
});

describe("heightAt", () => {
  it("lies on the line between two points, and nowhere beside them", () => {
    const points = Float64Array.of(0, 10, 10, 20);
    expect(heightAt(points, 5)).toBe(15);
    expect(heightAt(points, 11)).toBeNaN();
  });
});
