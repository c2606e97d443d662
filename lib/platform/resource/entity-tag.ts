import { createHash } from "node:crypto";
import { ServiceError } from "@/lib/platform/core/errors";
import { jcs } from "@/lib/platform/crypto/jcs";

/** The strong entity tag (RFC 9110, 8.8.3) of a record as returned to callers. It changes whenever a member changes. */
export function entityTag(record: object): string {
  return `"${createHash("sha256").update(jcs(record)).digest("base64url").slice(0, 27)}"`;
}

/** Whether an `If-Match` header matches a record (RFC 9110, 13.1.1): weak tags never match, `*` always does. */
export function matches(ifMatch: string, record: object): boolean {
  if (ifMatch.trim() === "*") return true;
  return ifMatch
    .split(",")
    .map((tag) => tag.trim())
    .includes(entityTag(record));
}

/** Rejects a change unless the version in `If-Match` is the current one. `what` is a noun: "model". */
export function preconditionFailed(what: string, current: object): ServiceError {
  return new ServiceError(
    "precondition_failed",
    `The ${what} has changed since the version in If-Match. Read it again and repeat the change.`,
    { headers: { ETag: entityTag(current) } },
  );
}
