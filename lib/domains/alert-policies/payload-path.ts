/** Member names that address a value in a payload, one per level. */
export type PayloadPath = readonly string[];

const partsMax = 16;

/**
 * Parses a path: member names separated by dots (`metrics.psi`, `scores.0`), or a JSON Pointer (RFC 6901), which starts
 * with a slash and can address any member (`/metrics/p.s.i`). Returns undefined for any other text.
 */
export function parsePath(text: string): PayloadPath | undefined {
  const isPointer = text.startsWith("/");
  if (isPointer && /~(?![01])/.test(text)) return undefined;
  const parts = isPointer ? text.slice(1).split("/").map(unescaped) : text.split(".");
  if (parts.length > partsMax || (!isPointer && parts.includes(""))) return undefined;
  return parts;
}

/** The number at a path; undefined if the value is missing or not a number. Numeric strings are not numbers. */
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
