import { createHash } from "node:crypto";
import { jcs } from "@/lib/jcs";
import type { Model } from "@/lib/models/schemas";

/** The strong entity tag (RFC 9110, 8.8.3) of a model: another one whenever any member differs. */
export function entityTag(model: Model): string {
  return `"${createHash("sha256").update(jcs(model)).digest("base64url").slice(0, 27)}"`;
}

/** Whether an `If-Match` header lets a model be changed (RFC 9110, 13.1.1): weak tags never match, `*` always does. */
export function matches(ifMatch: string, model: Model): boolean {
  if (ifMatch.trim() === "*") return true;
  return ifMatch
    .split(",")
    .map((tag) => tag.trim())
    .includes(entityTag(model));
}
