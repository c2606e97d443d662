import { InputError } from "@/lib/shadow-ai/ingest/input/input-error";

/** The error of zstd data that breaks a rule of RFC 8878. */
export function broken(what: string): InputError {
  return new InputError("compression_broken", `The zstd data is damaged: ${what}.`);
}
