import { type RangeJob, type VerifiedRange, verifyRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { serveJobs } from "@/lib/platform/documents/worker-process";

/** A worker process that verifies ranges of a chain. */
serveJobs<RangeJob, VerifiedRange | undefined>(verifyRange);
