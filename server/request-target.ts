/** Characters of a request target beyond which it is refused. Node.js itself stops at 16 KiB of target and headers together. */
export const targetLengthMax = 8 * 1024;

/**
 * What becomes of a request target: `serve` as it is, `missing` for a path below /v1 that no operation can have (an empty
 * segment or a slash at its end, which Next.js would redirect or ignore), and what is no target at all.
 */
export type TargetVerdict = "serve" | "missing" | "malformed" | "too_long";

const numberSign = 0x23;
const percent = 0x25;
const dot = 0x2e;
const slash = 0x2f;
const zero = 0x30;
const question = 0x3f;
const backslash = 0x5c;
const space = 0x20;
const del = 0x7f;

/**
 * Judges a target that begins with a slash, in one pass over its path. Malformed are: percent-encoding that is broken, is
 * not UTF-8 or hides a NUL, a dot segment, a backslash, a fragment and whatever is not visible ASCII.
 */
export function judgeTarget(target: string): TargetVerdict {
  const { length } = target;
  if (length > targetLengthMax) return "too_long";
  let end = 0;
  let encoded = false;
  let emptySegment = false;
  let previous = 0;
  for (; end < length; end++) {
    const code = target.charCodeAt(end);
    if (code === question) break;
    if (code <= space || code >= del || code === backslash || code === numberSign) return "malformed";
    if (code === percent) {
      encoded = true;
      if (target.charCodeAt(end + 1) === zero && target.charCodeAt(end + 2) === zero) return "malformed";
    } else if (previous === slash) {
      if (code === slash) emptySegment = true;
      else if (code === dot && isDotSegment(target, end)) return "malformed";
    }
    previous = code;
  }
  if (encoded && !decodes(target.slice(0, end))) return "malformed";
  const isMissing = (emptySegment || (previous === slash && end > 1)) && isBelowV1(target);
  return isMissing ? "missing" : "serve";
}

/** Whether a path is the API's: `/v1` or below it, slashes at its beginning counted once. */
function isBelowV1(target: string): boolean {
  let start = 0;
  while (target.charCodeAt(start + 1) === slash) start++;
  if (!target.startsWith("/v1", start)) return false;
  const next = target.charCodeAt(start + 3);
  return Number.isNaN(next) || next === slash || next === question;
}

/** `.` or `..`, the segment that begins at `start`. */
function isDotSegment(target: string, start: number): boolean {
  const end = target.charCodeAt(start + 1) === dot ? start + 2 : start + 1;
  const next = target.charCodeAt(end);
  return Number.isNaN(next) || next === slash || next === question;
}

/** Whether the percent-encoding of a path can be decoded, and does not spell a dot segment. */
function decodes(path: string): boolean {
  try {
    decodeURIComponent(path);
  } catch {
    return false;
  }
  const lower = path.toLowerCase();
  return (
    !lower.includes("%2e") ||
    !lower
      .replaceAll("%2e", ".")
      .split("/")
      .some((part) => part === "." || part === "..")
  );
}

/**
 * The target as a path, where a client sent a whole URL as it would to a proxy (RFC 9112, section 3.2.2); undefined for
 * a target that is neither a path nor an http URL.
 */
export function originForm(target: string): string | undefined {
  if (target.charCodeAt(0) === slash) return target;
  const scheme = target.slice(0, 8).toLowerCase();
  const authority = scheme.startsWith("http://") ? 7 : scheme === "https://" ? 8 : undefined;
  if (authority === undefined) return undefined;
  let start = authority;
  while (start < target.length && target.charCodeAt(start) !== slash && target.charCodeAt(start) !== question) start++;
  const rest = target.slice(start);
  return rest.charCodeAt(0) === slash ? rest : `/${rest}`;
}
