export { InputError } from "@/lib/shadow-ai/ingest/input/input-error";
export { readLines } from "@/lib/shadow-ai/ingest/input/read-lines";
export type { BadLine, LineLimits, Lines, LogInput } from "@/lib/shadow-ai/ingest/input/types";
