import { createHmac, timingSafeEqual } from "node:crypto";
import { ServiceError } from "@/lib/platform/core/errors";
import { idPrefixes } from "@/lib/platform/core/id-prefixes";
import { jcs } from "@/lib/platform/crypto/jcs";
import { purposeKey } from "@/lib/platform/crypto/secrets";

const tagBytes = 16;
/** A place of at least a byte and its tag. The longest names a row by another system's id, which may have 200 characters. */
const form = /^(?:[0-9a-f]{2}){17,300}$/;

/**
 * A page's place as an opaque, signed token: `cur_` and hexadecimal digits. `binding` is what the place is only good for
 * (list, organisation and filters); a cursor used with another binding does not verify.
 */
export function encodeCursor(place: string, binding: unknown): string {
  return idPrefixes.cursor + Buffer.concat([Buffer.from(place), tag(place, binding)]).toString("hex");
}

/** The place in a cursor; throws `invalid_cursor` when it was altered or belongs to other filters. */
export function decodeCursor(cursor: string, binding: unknown): string {
  const hex = cursor.slice(idPrefixes.cursor.length);
  if (!cursor.startsWith(idPrefixes.cursor) || !form.test(hex)) throw invalidCursor();
  const bytes = Buffer.from(hex, "hex");
  const place = bytes.subarray(0, -tagBytes).toString();
  if (!timingSafeEqual(bytes.subarray(-tagBytes), tag(place, binding))) throw invalidCursor();
  return place;
}

function tag(place: string, binding: unknown): Buffer {
  return createHmac("sha256", purposeKey("cursors"))
    .update(jcs([place, binding]))
    .digest()
    .subarray(0, tagBytes);
}

function invalidCursor(): ServiceError {
  return new ServiceError(
    "invalid_cursor",
    "The cursor does not belong to this list and these filters. Omit it to start with the first page.",
    { details: [{ path: "cursor", message: "was altered, or belongs to a different list or filters" }] },
  );
}
