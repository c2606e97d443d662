import { type WrittenReport, writeReport } from "@/lib/reports/generation/write-report";
import type { ReportKey } from "@/lib/reports/store";
import { serveOrders } from "@/lib/workshop/serve-orders";

/** The process that writes reports for the workshop of another one. */
serveOrders<ReportKey, WrittenReport | undefined>((key, onProgress) => writeReport(key, { onProgress }));
