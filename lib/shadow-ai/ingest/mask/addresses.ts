import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An IPv4 or IPv6 address; an IPv4-mapped IPv6 address is the IPv4 address. */
export interface Address {
  /** 4 or 16 bytes. */
  bytes: readonly number[];
  /** The one way to write it (RFC 5952). */
  text: string;
  /** Of no use outside its network: private, loopback, link-local, carrier-grade NAT, unique local. */
  isPrivate: boolean;
}

const privateRanges = new Set([
  "unspecified",
  "private",
  "loopback",
  "linkLocal",
  "carrierGradeNat",
  "uniqueLocal",
  "multicast",
  "broadcast",
]);

/**
 * The address at the beginning of a text such as `10.1.2.3`, `10.1.2.3:443`, `10.1.2.3#53`, `[2001:db8::1]:443`,
 * `fe80::1%eth0`; null where there is none. Only the usual forms: no octal or one-part IPv4.
 */
export function parseAddress(text: string): Address | null {
  const bare = bareAddress(text);
  if (bare.length > 45 || isIP(bare) === 0) return null;
  let parsed = ipaddr.parse(bare);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) parsed = parsed.toIPv4Address();
  return {
    bytes: parsed.toByteArray(),
    text: parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString(),
    isPrivate: privateRanges.has(parsed.range()),
  };
}

/** `10.20.30.x`, or the first 48 bits of an IPv6 address: `2001:db8:1::x`. */
export function maskedAddress({ bytes }: Address): string {
  if (bytes.length === 4) return `${bytes[0]}.${bytes[1]}.${bytes[2]}.x`;
  const group = (index: number) => (((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16);
  return `${group(0)}:${group(2)}:${group(4)}::x`;
}

function bareAddress(text: string): string {
  const trimmed = text.length > 100 ? "" : text.trim();
  if (trimmed.startsWith("[")) return withoutZone(trimmed.slice(1, Math.max(trimmed.indexOf("]"), 1)));
  const port = /^([\d.]+)[:#/]\d+$/.exec(trimmed) ?? /^([0-9A-Fa-f:.]+)#\d+$/.exec(trimmed);
  return withoutZone(port?.[1] ?? trimmed);
}

function withoutZone(address: string): string {
  const zone = address.indexOf("%");
  return zone === -1 ? address : address.slice(0, zone);
}
