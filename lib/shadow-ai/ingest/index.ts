export { InputError, type LogInput } from "@/lib/shadow-ai/ingest/input/log-input";
export { logFormats } from "@/lib/shadow-ai/ingest/log-formats";
export { FormatError } from "@/lib/shadow-ai/ingest/parser";
export { readRecords, stopwatch } from "@/lib/shadow-ai/ingest/read-records";
export type { ReadBatch, ReadOptions } from "@/lib/shadow-ai/ingest/types";
