import { availableParallelism } from "node:os";
import type { RangeJob, VerifiedRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { processPool } from "@/lib/platform/documents/worker-pool";

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

/**
 * Ranges in worker processes, which all verifications of this process share. By default, they have a low priority, so
 * that they do not slow down requests.
 */
export function pooledRanges(priority?: number): Ranges {
  return {
    events: 10_000,
    ahead: workers + 1,
    verify: (job) => {
      const pool = processPool<RangeJob, VerifiedRange | undefined>({
        built: "verification-worker.mjs",
        source: "lib/domains/audit-chain/verification/worker.ts",
        size: workers,
        priority,
      });
      return pool.run(job);
    },
  };
}
