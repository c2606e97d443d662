/** Names that lead into a payload, one level each. */
export type PayloadPath = readonly string[];

const partsMax = 16;

/**
 * Reads a path: names with dots between them (`metrics.psi`, `scores.0`), or a JSON Pointer (RFC 6901), which begins with a
 * slash and can name everything (`/metrics/p.s.i`). Undefined for a text that is neither.
 */
export function parsePath(text: string): PayloadPath | undefined {
  const isPointer = text.startsWith("/");
  if (isPointer && /~(?![01])/.test(text)) return undefined;
  const parts = isPointer ? text.slice(1).split("/").map(unescaped) : text.split(".");
  if (parts.length > partsMax || (!isPointer && parts.includes(""))) return undefined;
  return parts;
}

/** The number at a path; undefined where there is none. What only looks like a number, a text, is none. */
export function numberAt(payload: unknown, path: PayloadPath): number | undefined {
  let value = payload;
  for (const part of path) {
    if (Array.isArray(value)) value = index.test(part) ? (value[Number(part)] as unknown) : undefined;
    else if (typeof value === "object" && value !== null && Object.hasOwn(value, part))
      value = (value as Record<string, unknown>)[part];
    else return undefined;
  }
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

const index = /^(?:0|[1-9]\d{0,8})$/;

function unescaped(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
