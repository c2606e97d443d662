import type { StepOutcome } from "@/lib/evidence/generation/run-step";
import type { WorkOrder } from "@/lib/evidence/generation/workshop-order";
import { singleton } from "@/lib/singleton";
import { besideRequests, findWorker, Workshop } from "@/lib/workshop/workshop";

/** The workshop of this process for packages: two workers, so that a long package does not hold up every short one. */
export function workshop(): Workshop<WorkOrder, StepOutcome> {
  return singleton("evidence-workshop", () => {
    const entry = findWorker("worker.mjs", "lib", "evidence", "generation", "worker.ts");
    return new Workshop({ ...besideRequests, entry, places: 2 });
  });
}
