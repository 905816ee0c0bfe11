/** The spectra as rows of files, with every digit. The first row of each has the titles. */

import type { Spectrum } from "../../../charts/spectrum/spectrum";
import type { FileRows } from "../files";

/** One row for each eigenvalue. */
export function eigenvalueRows(spectra: readonly Spectrum[]): FileRows {
  const rows = spectra.flatMap(({ name, eigenvalues, errors }) =>
    Array.from(eigenvalues, (value, i) => [name, i + 1, value, known(errors[i])]),
  );
  return [["run", "number", "eigenvalue", "error"], ...rows];
}

/** One row for each place of a density. */
export function densityRows(spectra: readonly Spectrum[]): FileRows {
  const rows = spectra.flatMap(({ name, density }) =>
    density === null ? [] : Array.from(density.x, (x, i) => [name, x, density.y[i]]),
  );
  return [["run", "eigenvalue", "density"], ...rows];
}

function known(value = NaN): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
