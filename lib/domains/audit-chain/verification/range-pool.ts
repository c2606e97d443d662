import { availableParallelism } from "node:os";
import type { RangeJob, VerifiedRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { documentPool } from "@/lib/platform/documents/worker-pool";

/** How a long verification is divided into ranges that are verified at the same time. */
export interface Ranges {
  /** Events of a range. */
  events: number;
  /** Maximum number of ranges in progress, and verified ranges in memory. */
  ahead: number;
  /** Undefined if the range must be verified event by event, for its findings, or if too many ranges wait. */
  verify: (job: RangeJob) => Promise<VerifiedRange | undefined>;
}

const workers = Math.min(4, availableParallelism());

/** Ranges in worker processes of low priority, which all verifications of this process share. */
export const pooledRanges: Ranges = {
  events: 10_000,
  ahead: workers + 1,
  verify: (job) => {
    const source = "lib/domains/audit-chain/verification/worker.ts";
    return documentPool<RangeJob, VerifiedRange | undefined>({
      built: "verification-worker.mjs",
      source,
      size: workers,
    }).run(job);
  },
};
