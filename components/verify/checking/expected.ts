/** What a reader was given apart from the file: the package's hash, or a receipt of the chain. */
export type Expected =
  | { kind: "hash" /** 64 lower-case hexadecimal digits. */; sha256: string }
  | { kind: "head" /** As `verifyBundle` takes it. */; head: string };

/** Also the line of `sha256sum`, which has the name of the file behind the digits. */
const hash = /^(?:sha-?256[:= ])?\s*([0-9a-f]{64})(?:\s+.*)?$/i;
const head = /^([1-9]\d{0,14})\s*:\s*(?:sha256:)?([0-9a-f]{64})$/i;

/**
 * The meaning of what was typed: null where nothing was, undefined where it is neither a hash nor a receipt. A receipt is
 * `position:sha256:…`, or the JSON of a receipt or a checkpoint as the service answered it.
 */
export function readExpected(text: string): Expected | null | undefined {
  const given = text.trim();
  if (given === "") return null;
  const digits = hash.exec(given)?.[1];
  if (digits) return { kind: "hash", sha256: digits.toLowerCase() };
  const [, position, headDigits] = head.exec(given) ?? [];
  if (position && headDigits) return { kind: "head", head: `${position}:sha256:${headDigits.toLowerCase()}` };
  const kept = keptHead(given);
  return kept ? { kind: "head", head: kept } : undefined;
}

/** The short form of a receipt or a checkpoint in JSON. */
function keptHead(given: string): string | undefined {
  try {
    const { chainPosition, blockHash, size, headHash } = JSON.parse(given);
    const [, position, digits] = head.exec(`${chainPosition ?? size}:${blockHash ?? headHash}`) ?? [];
    return position && digits ? `${position}:sha256:${digits.toLowerCase()}` : undefined;
  } catch {
    return undefined;
  }
}
