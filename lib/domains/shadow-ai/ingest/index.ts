export { InputError, type LogInput } from "@/lib/domains/shadow-ai/ingest/input/log-input";
export { logFormats } from "@/lib/domains/shadow-ai/ingest/log-formats";
export { userPseudonym } from "@/lib/domains/shadow-ai/ingest/mask/users";
export { FormatError } from "@/lib/domains/shadow-ai/ingest/parser";
export { readRecords, stopwatch } from "@/lib/domains/shadow-ai/ingest/read-records";
export type { ReadBatch, ReadOptions, WaitingConnections } from "@/lib/domains/shadow-ai/ingest/types";
