import { type ErrorCode, ServiceError } from "@/lib/errors";
import type { ImportTally } from "@/lib/shadow-ai/imports/import-tally";
import { FormatError, InputError, logFormats } from "@/lib/shadow-ai/ingest";

/** What is written down of an error that has nothing to do with the log: its particulars are for the log of the service. */
const unread = "The log could not be read to its end because of an error of the service.";

const codes: Record<InputError["code"], ErrorCode> = {
  compression_broken: "validation_failed",
  compression_bomb: "validation_failed",
  too_large: "payload_too_large",
  not_text: "validation_failed",
  unreadable: "validation_failed",
};

/**
 * An error that ended an import as callers see it, with the import's id, and the reason that is stored. What names a file
 * or a place in it is kept; nothing of a line is ever quoted.
 */
export function toImportError(
  error: unknown,
  { importId, tally }: { importId: string; tally: ImportTally },
): { error: unknown; reason: string } {
  const members = { importId };
  if (error instanceof FormatError) {
    const message = `${error.message} Formats: ${logFormats.join(", ")}.`;
    const path = error.code === "mapping_needed" ? "mapping" : "format";
    const details = [{ path, message: error.message }];
    return { error: new ServiceError("validation_failed", message, { members, details }), reason: error.message };
  }
  if (error instanceof InputError) {
    const taken = tally.accepted + tally.duplicates;
    const message = taken === 0 ? error.message : `${error.message} ${taken} records before that were taken.`;
    const details = [{ path: "body", message: error.message }];
    return { error: new ServiceError(codes[error.code], message, { members, details }), reason: message };
  }
  if (error instanceof ServiceError) {
    const { code, message, details, headers } = error;
    const extras = {
      members: { ...error.members, ...members },
      ...(details && { details }),
      ...(headers && { headers }),
    };
    return { error: new ServiceError(code, message, extras), reason: message };
  }
  return { error, reason: unread };
}
