/** The texts that were read last. */

import { fetchMedia } from "../../api/records";
import { Kept } from "../../cards/kept";

const MOST = 200;

export const kept = new Kept<string>(
  async (address, signal) => (await fetchMedia(address, signal)).text(),
  MOST,
);
