/** An address within a text: IPv4 also with hyphens, IPv6 with four groups or a gap between groups. */
export const addressWithin =
  /\d{1,3}[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}|(?:[0-9a-f]{1,4}:){3}[0-9a-f:]|[0-9a-f]{1,4}::[0-9a-f]{0,4}/i;
const mailAddress = /@[^\s@]+\.[a-z]{2,}/i;

/**
 * A short text of a log that is kept as it is, such as the name of a department or a model; null where it holds an address of
 * a person or machine, or is too long to be such a name.
 */
export function maskedText(text: string, lengthMax: number): string | null {
  const line = text.length > 4 * lengthMax ? "" : text.trim();
  if (line === "" || line === "-" || line.length > lengthMax || hasControls(line)) return null;
  return addressWithin.test(line) || mailAddress.test(line) ? null : line;
}

/** Whether a text holds characters that no line shows. */
export function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
