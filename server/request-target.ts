/** Maximum length of a request target. Node.js limits target and headers together to 16 KiB. */
export const targetLengthMax = 8 * 1024;

/**
 * `missing` is a path below /v1 with an empty segment or a trailing slash, which no operation has and Next.js would redirect
 * or ignore.
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
 * Checks a target that starts with a slash, in one pass over its path. Malformed: invalid percent-encoding, non-UTF-8 or NUL
 * characters, dot segments, backslashes, fragments and anything but visible ASCII.
 */
export function checkTarget(target: string): TargetVerdict {
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

/** Whether a path is `/v1` or below it, ignoring repeated leading slashes. */
function isBelowV1(target: string): boolean {
  let start = 0;
  while (target.charCodeAt(start + 1) === slash) start++;
  if (!target.startsWith("/v1", start)) return false;
  const next = target.charCodeAt(start + 3);
  return Number.isNaN(next) || next === slash || next === question;
}

/** Whether the segment at `start` is `.` or `..`. */
function isDotSegment(target: string, start: number): boolean {
  const end = target.charCodeAt(start + 1) === dot ? start + 2 : start + 1;
  const next = target.charCodeAt(end);
  return Number.isNaN(next) || next === slash || next === question;
}

/** Whether a path can be decoded and contains no encoded dot segment. */
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
 * The target as a path, also for an absolute URL (RFC 9112, section 3.2.2). Undefined for a target that is neither a path
 * nor an http URL.
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
