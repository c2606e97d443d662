import type { HeavyStep } from "@/lib/evidence/generation/step";
import type { PackageKey } from "@/lib/evidence/store";

/** A step that a worker is to do. */
export interface WorkOrder {
  key: PackageKey;
  step: HeavyStep;
}
