/**
 * The canonical JSON text of a value (RFC 8785): keys sorted by UTF-16 code units, no white space. Strings must be
 * well-formed; `undefined` members are omitted, and numbers that are not finite are `null`, as in JSON.stringify. Throws for
 * other values that JSON does not have, such as functions and `undefined` in an array.
 */
export function jcs(value: unknown): string {
  if (value === null || typeof value !== "object") return scalar(value);
  if (Array.isArray(value)) {
    let text = "[";
    for (let i = 0; i < value.length; i++) text += i === 0 ? jcs(value[i]) : `,${jcs(value[i])}`;
    return `${text}]`;
  }
  const members = value as Record<string, unknown>;
  let text = "{";
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined) continue;
    text += `${text.length === 1 ? "" : ","}${JSON.stringify(key)}:${jcs(member)}`;
  }
  return `${text}}`;
}

function scalar(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`JSON has no ${typeof value}`);
  return text;
}
