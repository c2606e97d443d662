import ipaddr from "ipaddr.js";

/** Addresses from the first to the last, as numbers. */
interface Span {
  bits: 32 | 128;
  first: bigint;
  last: bigint;
}

/**
 * Whether ranges in CIDR notation hold each of some masked ranges (`10.20.30.x`, `2001:db8:1::x`) as a whole: of a range
 * that they hold a part of, nobody knows which part was meant. False where there are no masked ranges: nothing is known then.
 */
export function rangesCover(cidrs: string[], masked: string[]): boolean {
  const allowed = merged(cidrs.flatMap((cidr) => cidrSpan(cidr) ?? []));
  return (
    masked.length > 0 &&
    masked.every((range) => {
      const span = maskedSpan(range);
      return span !== null && allowed.some((other) => holds(other, span));
    })
  );
}

function holds(outer: Span, inner: Span): boolean {
  return outer.bits === inner.bits && outer.first <= inner.first && inner.last <= outer.last;
}

/** Neighbours become one: two /25 hold the /24 that they are the halves of. */
function merged(spans: Span[]): Span[] {
  const sorted = spans.toSorted((one, other) => one.bits - other.bits || (one.first < other.first ? -1 : 1));
  const result: Span[] = [];
  for (const span of sorted) {
    const before = result.at(-1);
    if (before && before.bits === span.bits && span.first <= before.last + 1n) {
      if (span.last > before.last) before.last = span.last;
    } else result.push({ ...span });
  }
  return result;
}

function cidrSpan(text: string): Span | null {
  try {
    const [address, length] = ipaddr.parseCIDR(text);
    return span(address, length);
  } catch {
    return null;
  }
}

/** The network that a masked address stands for: IPv4 without its last eight bits, IPv6 with its first 48. */
function maskedSpan(text: string): Span | null {
  const isV6 = text.endsWith("::x");
  const address = isV6 ? text.slice(0, -1) : text.replace(/^(\d+\.\d+\.\d+)\.x$/, "$1.0");
  if (address === text || !ipaddr.isValid(address)) return null;
  return span(ipaddr.parse(address), isV6 ? 48 : 24);
}

function span(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): Span {
  const bytes = address.toByteArray();
  const bits = bytes.length === 4 ? 32 : 128;
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const size = 1n << BigInt(bits - length);
  const first = value - (value % size);
  return { bits, first, last: first + size - 1n };
}
