import { expect, it } from "vitest";
import { csvOf } from "../../../lib/table/write";
import { densityRows, eigenvalueRows } from "./download";

const spectra = [
  {
    key: "a",
    name: "a, b",
    color: "#000000",
    density: { x: Float64Array.of(0, 1), y: Float64Array.of(0.1, 1 / 3) },
    eigenvalues: Float64Array.of(3, -1),
    errors: Float64Array.of(0.5, NaN),
  },
  {
    key: "c",
    name: "c",
    color: "#000000",
    density: null,
    eigenvalues: Float64Array.of(7),
    errors: Float64Array.of(NaN),
  },
];

it("has a row of every eigenvalue, and nothing for an error that is not known", () => {
  expect(csvOf(eigenvalueRows(spectra))).toBe(
    'run,number,eigenvalue,error\r\n"a, b",1,3,0.5\r\n"a, b",2,-1,\r\nc,1,7,\r\n',
  );
});

it("has a row of every place of a density", () => {
  expect(csvOf(densityRows(spectra))).toBe(
    'run,eigenvalue,density\r\n"a, b",0,0.1\r\n"a, b",1,0.3333333333333333\r\n',
  );
});
