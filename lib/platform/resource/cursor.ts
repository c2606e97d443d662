import { createHmac, timingSafeEqual } from "node:crypto";
import { ServiceError } from "@/lib/platform/core/errors";
import { idPrefixes } from "@/lib/platform/core/id-prefixes";
import { jcs } from "@/lib/platform/crypto/jcs";
import { purposeKey } from "@/lib/platform/crypto/secrets";

const tagBytes = 16;
/**
 * A position of at least one byte, and its tag. The longest position contains another system's ID of up to 200
 * characters.
 */
const form = /^(?:[0-9a-f]{2}){17,300}$/;

/**
 * The position of a page as an opaque, signed token: `cur_` and hexadecimal digits. `binding` identifies the list,
 * organisation and filters. With another binding, the cursor is invalid.
 */
export function encodeCursor(place: string, binding: unknown): string {
  return idPrefixes.cursor + Buffer.concat([Buffer.from(place), tag(place, binding)]).toString("hex");
}

/** The position in a cursor. Throws `invalid_cursor` if the cursor was altered or belongs to other filters. */
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
