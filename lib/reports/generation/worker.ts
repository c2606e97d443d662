import { serveJobs } from "@/lib/documents/worker-process";
import { type WrittenReport, writeReport } from "@/lib/reports/generation/write-report";
import type { ReportKey } from "@/lib/reports/store";

/** A worker process that writes reports. */
serveJobs<ReportKey, WrittenReport | undefined>((key, onProgress) => writeReport(key, { onProgress }));
