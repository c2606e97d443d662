/**
 * The canonical JSON text of a value (RFC 8785): keys sorted by UTF-16 code units, no white space. The value must be
 * JSON (finite numbers, well-formed strings); `undefined` members are omitted.
 */
export function jcs(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
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
