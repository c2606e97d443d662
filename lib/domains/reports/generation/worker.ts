import { type WriteOutcome, writeReport } from "@/lib/domains/reports/generation/write-report";
import type { ReportKey } from "@/lib/domains/reports/store";
import { serveJobs } from "@/lib/platform/documents/worker-process";

/** A worker process that writes reports. */
serveJobs<ReportKey, WriteOutcome>((key, onProgress) => writeReport(key, { onProgress }));
