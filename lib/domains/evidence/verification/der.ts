import { concatBytes } from "@/lib/domains/evidence/verification/bytes";

/** An ASN.1 DER value (X.690). */
interface Value {
  tag: number;
  body: Uint8Array;
  /** With tag and length. */
  whole: Uint8Array;
}

export const integer = 0x02;
export const bitString = 0x03;
export const octets = 0x04;
export const objectId = 0x06;
export const sequence = 0x30;
export const set = 0x31;
export const firstContext = 0xa0;

export function encode(tag: number, body: Uint8Array): Uint8Array {
  const { length } = body;
  if (length < 0x80) return concatBytes(Uint8Array.of(tag, length), body);
  if (length < 0x100) return concatBytes(Uint8Array.of(tag, 0x81, length), body);
  if (length < 0x10000) return concatBytes(Uint8Array.of(tag, 0x82, length >> 8, length & 0xff), body);
  return concatBytes(Uint8Array.of(tag, 0x83, length >> 16, (length >> 8) & 0xff, length & 0xff), body);
}

export function only(der: Uint8Array): Value {
  const [value, ...others] = valuesOf(der);
  if (!value || others.length > 0) throw new Error("not a single DER value");
  return value;
}

export function membersOf(value: Value | undefined, tag: number = sequence): Value[] {
  if (value?.tag !== tag) throw new Error("not a value of the expected type");
  return valuesOf(value.body);
}

export function valuesOf(der: Uint8Array): Value[] {
  const values: Value[] = [];
  for (let rest = der; rest.length > 0; ) {
    const value = firstOf(rest);
    values.push(value);
    rest = rest.subarray(value.whole.length);
  }
  return values;
}

/** The value at the beginning of the bytes. */
export function firstOf(der: Uint8Array): Value {
  const [tag = 0, first = 0] = der;
  const more = first < 0x80 ? 0 : first - 0x80;
  if (more > 3) throw new Error("too long");
  let length = more === 0 ? first : 0;
  for (let i = 0; i < more; i++) length = length * 256 + (der[2 + i] ?? 0);
  const start = 2 + more;
  const end = start + length;
  if (end > der.length) throw new Error("truncated");
  return { tag, body: der.subarray(start, end), whole: der.subarray(0, end) };
}
