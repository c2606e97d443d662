import type { IgnoredReason } from "@/lib/integrations/vocabulary";

/** Why no event was made of a delivery. */
export const reasonWords: Record<IgnoredReason, string> = {
  no_event: "Such things become no event",
  no_model: "No rule names a model for it",
};
