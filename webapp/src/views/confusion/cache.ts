/** The matrices that were read last. */

import { fetchConfusion, type Confusion } from "../../api/confusion";
import { LoadingCache } from "../../cards/records/loading-cache";
import { placeAt } from "../../cards/records/record-address";

export const matrices = new LoadingCache<Confusion>({
  load: (address, signal) => {
    const { run, tag, step, check } = placeAt(address);
    return fetchConfusion(run, tag, step, check, signal);
  },
  most: 60,
});
