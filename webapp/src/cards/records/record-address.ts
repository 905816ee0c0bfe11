/** The address of a record in a cache of what was loaded last. */

export interface RecordPlace {
  readonly run: string;
  readonly tag: string;
  readonly step: number;
  readonly check: number;
}

/** By its place in the index of its series; null: there is none. */
export function addressOf(
  series: {
    readonly run: string;
    readonly tag: string;
    readonly step: Float64Array;
    readonly check: Float64Array;
  } | null,
  index: number,
): string | null {
  const [step, check] = [series?.step[index], series?.check[index]];
  if (series === null || step === undefined || check === undefined) return null;
  const place: RecordPlace = { run: series.run, tag: series.tag, step, check };
  return JSON.stringify(place);
}

export function placeAt(address: string): RecordPlace {
  return JSON.parse(address) as RecordPlace;
}
