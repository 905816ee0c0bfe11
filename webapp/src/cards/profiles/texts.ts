/** Texts of what leads to profiles. */

import { defineTexts } from "../../state/i18n.svelte";

export const en = {
  marks: "Profiles",
  profile: "Profile at step {step}: {run}",
  profiles: "{n} profiles at step {step}",
  profilesOver: "{n} profiles at steps {step} to {last}",
  item: "Step {step}: {run}",
  zoomIn: "Zoom in to separate them",
} as const;

export const t = defineTexts("cardsProfiles", en);
