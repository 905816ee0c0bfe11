/** The sounds that were read last. */

import { fetchMedia } from "../../api/records";
import { Kept } from "../../cards/kept";
import { soundOf, type Sound } from "./wav";

const MOST = 24;

export const kept = new Kept<Sound>(async (address, signal) => {
  const file = await fetchMedia(address, signal);
  return soundOf(await file.arrayBuffer());
}, MOST);
