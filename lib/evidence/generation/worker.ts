import { runHeavyStep } from "@/lib/evidence/generation/heavy-steps";
import type { StepOutcome } from "@/lib/evidence/generation/run-step";
import type { WorkOrder } from "@/lib/evidence/generation/workshop-order";
import { serveOrders } from "@/lib/workshop/serve-orders";

/** The process that does heavy steps of packages for the workshop of another one. */
serveOrders<WorkOrder, StepOutcome>(({ key, step }, onProgress) => runHeavyStep(key, step, { onProgress }));
