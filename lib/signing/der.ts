/** One value of ASN.1 in its distinguished encoding, DER (X.690): tag, length and contents. */
export type Der = Buffer;

/** A value of a tag with these contents. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Der {
  const body = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.of(tag, ...lengthOf(body.length)), body]);
}

export const sequence = (...members: readonly Der[]): Der => der(0x30, ...members);

/** SET OF: in the order of the members' encodings. */
export const setOf = (...members: readonly Der[]): Der => der(0x31, ...members.toSorted(Buffer.compare));

export const octets = (bytes: Uint8Array): Der => der(0x04, bytes);

/** A value of one byte. */
export const smallInteger = (value: number): Der => der(0x02, Uint8Array.of(value));

export const nothing: Der = der(0x05);

/** The object identifier of numbers with dots between. */
export function objectId(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return der(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** The values that a sequence or set consists of, each with its tag and length. Throws an Error where they do not fill it. */
export function membersOf(value: Der): Der[] {
  const outer = sizesOf(value, 0);
  const members: Der[] = [];
  for (let at = outer.header; at < value.length; ) {
    const { header, body } = sizesOf(value, at);
    members.push(value.subarray(at, at + header + body));
    at += header + body;
  }
  if (outer.header + outer.body !== value.length) throw new Error("There is no whole value in DER.");
  return members;
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128));
  return bytes;
}

/** Of the value that begins at a byte: how long what stands before its contents is, and how long these are. */
function sizesOf(value: Der, at: number): { header: number; body: number } {
  const first = value.readUInt8(at + 1);
  if (first < 0x80) return { header: 2, body: first };
  const more = first - 0x80;
  const sizes = { header: 2 + more, body: value.readUIntBE(at + 2, more) };
  if (at + sizes.header + sizes.body > value.length) throw new Error("There is no whole value in DER.");
  return sizes;
}
