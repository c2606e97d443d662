import { readStoredLog } from "@/lib/domains/shadow-ai/imports/read-stored-log";
import type { ImportId } from "@/lib/domains/shadow-ai/imports/stored-log-store";
import { serveJobs } from "@/lib/platform/documents/worker-process";

/** A worker process that imports stored logs. */
serveJobs<ImportId, boolean>(readStoredLog);
