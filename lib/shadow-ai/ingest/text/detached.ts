/** A copy of a part of a text. Engines keep the whole alive for its parts: what is kept for long must not be such a part. */
export function detached(part: string): string {
  return part.split("").join("");
}
