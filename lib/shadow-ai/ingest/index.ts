export { FormatError } from "@/lib/shadow-ai/ingest/format-error";
export { InputError, type LogInput } from "@/lib/shadow-ai/ingest/input";
export { logFormats } from "@/lib/shadow-ai/ingest/log-formats";
export { readRecords, stopwatch } from "@/lib/shadow-ai/ingest/read-records";
export type { ReadBatch, ReadOptions } from "@/lib/shadow-ai/ingest/types";
