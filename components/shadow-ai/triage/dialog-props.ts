import { countText } from "@/lib/client/format";
import type { UpdatedDetections } from "@/lib/shadow-ai/schemas-triage";
import type { AllThatMatch, TriagedDetection } from "./use-triage";

/** A dialog about one detection or several. */
export interface TriageDialogProps {
  detections: readonly TriagedDetection[];
  /** Everything that filters find is meant, of which `detections` are a part. */
  all?: AllThatMatch | undefined;
  opened: boolean;
  /** Of the one detection, the version that was looked at. */
  etag?: string | null;
  onClose: () => void;
  onDone: (outcome: UpdatedDetections) => void;
}

/** "this detection", or how many. */
export function whichOf({ length }: readonly unknown[], all?: AllThatMatch): string {
  if (all) return `all ${countText(all.count)} detections that match`;
  return length === 1 ? "this detection" : `${length} detections`;
}
