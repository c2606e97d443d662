/** Replaces a path segment that could identify a person or an object. */
const hidden = "…";
const pathMax = 256;

/** The segment after one of these identifies a person. */
const beforeName = /^(?:users?|u|people|person|profiles?|accounts?|members?|home|personal|mail|mailbox)$/i;
const personal = /[^\s@]@[^\s@]+\.[a-z]{2,}|^~./i;
/** Parameters within a path. */
const parameter = /[=&;]/;
/** Separators inside names of models, deployments and files. */
const separators = /[-._:@+,()$!~* ]/;
const opaqueLength = 32;

/**
 * Removes personal data from a path: segments that resemble an address, an e-mail address, a name or a parameter, or
 * that are long and opaque (tokens, ids). At most 256 characters. The query string is already removed.
 */
export function maskedPath(path: string): string {
  const segments = path.slice(0, 2 * pathMax).split("/");
  // A truncated segment no longer shows its type.
  if (path.length > 2 * pathMax) segments[segments.length - 1] = hidden;
  const masked: string[] = [];
  let before = "";
  for (const segment of segments) {
    // The colon of a model's version, which some clients encode.
    masked.push(segment === "" || !isTelling(segment, before) ? segment.replaceAll(/%3a/gi, ":") : hidden);
    before = segment;
  }
  const joined = masked.join("/");
  return joined.length <= pathMax ? joined : `${joined.slice(0, pathMax - 1)}${hidden}`;
}

function isTelling(segment: string, before: string): boolean {
  const text = decoded(segment);
  return (
    hasControls(text) ||
    (beforeName.test(before) && !/^(?:me|self|v\d+)$/i.test(text)) ||
    parameter.test(text) ||
    text.includes("/") ||
    text.includes("?") ||
    text.includes("#") ||
    addressWithin.test(text) ||
    personal.test(text) ||
    isOpaque(text)
  );
}

/**
 * Names such as `anthropic.claude-3-5-sonnet-20240620-v1:0` consist of words, numbers and short mixtures of both;
 * tokens and ids do not.
 */
function isOpaque(segment: string): boolean {
  if (segment.length < 20) return false;
  const parts = segment.split(separators);
  if (parts.some((part) => part.length >= opaqueLength || (part.length >= 20 && /\d/.test(part)))) return true;
  if (segment.length < opaqueLength) return false;
  return parts.some((part) => part.length > 24 || (part.length > 6 && /\d/.test(part) && /\D/.test(part)));
}

/** Decodes repeated encoding; the rest is treated as opaque. */
function decoded(segment: string): string {
  let text = segment;
  for (let round = 0; round < 3 && text.includes("%"); round++) {
    try {
      const next = decodeURIComponent(text);
      if (next === text) break;
      text = next;
    } catch {
      return text.replace(/%[0-9a-f]{2}/gi, " ");
    }
  }
  return text;
}

/** An address within a text: IPv4 also with hyphens, IPv6 with four groups or a gap between groups. */
export const addressWithin =
  /\d{1,3}[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}|(?:[0-9a-f]{1,4}:){3}[0-9a-f:]|[0-9a-f]{1,4}::[0-9a-f]{0,4}/i;
const mailAddress = /@[^\s@]+\.[a-z]{2,}/i;

/**
 * A short text that is stored unchanged, such as the name of a department or a model; null if it contains an address of
 * a person or machine, or is too long.
 */
export function maskedText(text: string, lengthMax: number): string | null {
  const line = text.length > 4 * lengthMax ? "" : text.trim();
  if (line === "" || line === "-" || line.length > lengthMax || hasControls(line)) return null;
  return addressWithin.test(line) || mailAddress.test(line) ? null : line;
}

/** Whether a text contains control characters. */
export function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
