import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import type { ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";
import type { DepartmentRange } from "@/lib/domains/shadow-ai/records";

/** A masked client. */
export interface Client {
  range: string | null;
  clientKey: string | null;
  department: string | null;
}

const dayMs = 86_400_000;
const clientsMax = 50_000;
/** Maximum number of days by which a line is usually older than its neighbours. */
const daysMax = 4;
/** A client logged by a machine or person name is not stored. */
const nobody: Client = { range: null, clientKey: null, department: null };

/** Masks clients and caches those of recent days. */
export class ClientMask {
  private readonly departmentOf: DepartmentOf;
  private readonly days = new Map<number, (text: string) => Client>();
  private lastDay = Number.NaN;
  private clientOfLastDay: ((text: string) => Client) | undefined;

  constructor(private readonly options: Pick<ReadOptions, "clientKeyOf" | "departments">) {
    this.departmentOf = departmentLookup(options.departments);
  }

  mask(client: string, atMs: number): Client {
    const day = Math.floor(atMs / dayMs);
    if (day !== this.lastDay || !this.clientOfLastDay) {
      this.lastDay = day;
      this.clientOfLastDay = this.clientsOf(day);
    }
    return this.clientOfLastDay(client);
  }

  private clientsOf(day: number): (text: string) => Client {
    const known = this.days.get(day);
    if (known) return known;
    const key = this.options.clientKeyOf(new Date(day * dayMs).toISOString().slice(0, 10));
    const cache = new BoundedCache<Client>(clientsMax, 64);
    const compute = (text: string) => this.clientOf(text, key);
    const clientOf = (text: string) => cache.get(text, compute);
    const oldest = this.days.keys().next().value;
    if (this.days.size >= daysMax && oldest !== undefined) this.days.delete(oldest);
    this.days.set(day, clientOf);
    return clientOf;
  }

  private clientOf(text: string, key: Uint8Array): Client {
    const address = parseAddress(text);
    if (!address) return nobody;
    return {
      range: maskedAddress(address),
      clientKey: createHmac("sha256", key).update(address.text).digest("base64url").slice(0, 12),
      department: this.departmentOf(address),
    };
  }
}

/** An IPv4 or IPv6 address; an IPv4-mapped IPv6 address is the IPv4 address. */
export interface Address {
  /** 4 or 16 bytes. */
  bytes: readonly number[];
  /** The canonical form (RFC 5952). */
  text: string;
  /** Not routable on the internet: private, loopback, link-local, carrier-grade NAT, unique local. */
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
 * The address at the start of a text such as `10.1.2.3`, `10.1.2.3:443`, `10.1.2.3:443:X1` (SonicWall), `10.1.2.3#53`,
 * `[2001:db8::1]:443`, `fe80::1%eth0`; null if missing. Accepts common forms only: no octal or one-part IPv4.
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
  const port = /^([\d.]+)[:#/]\d+(?::[A-Za-z].{0,60})?$/.exec(trimmed) ?? /^([0-9A-Fa-f:.]+)#\d+$/.exec(trimmed);
  return withoutZone(port?.[1] ?? trimmed);
}

function withoutZone(address: string): string {
  const zone = address.indexOf("%");
  return zone === -1 ? address : address.slice(0, zone);
}

/** The department of an address; null outside all ranges. */
export type DepartmentOf = (address: Address) => string | null;

/** A longest-prefix look-up that needs one step per prefix length, regardless of the number of ranges. */
export function departmentLookup(ranges: readonly DepartmentRange[]): DepartmentOf {
  const byLength = new Map<string, { bytes: number; bits: number; departments: Map<string, string> }>();
  for (const { range, department } of ranges) {
    const [text = "", length = ""] = range.split("/");
    const address = parseAddress(text);
    if (!address || !/^\d+$/.test(length)) continue;
    // `::ffff:10.0.0.0/104` is 10.0.0.0/8.
    const bits = Number(length) - (address.bytes.length === 4 && text.includes(":") ? 96 : 0);
    if (bits < 0 || bits > address.bytes.length * 8) continue;
    const key = `${address.bytes.length}/${bits}`;
    const sameLength = byLength.get(key) ?? { bytes: address.bytes.length, bits, departments: new Map() };
    sameLength.departments.set(prefixOf(address, bits), department);
    byLength.set(key, sameLength);
  }
  const longestFirst = [...byLength.values()].sort((one, other) => other.bits - one.bits);
  return (address) => {
    for (const { bytes, bits, departments } of longestFirst) {
      if (bytes !== address.bytes.length) continue;
      const department = departments.get(prefixOf(address, bits));
      if (department !== undefined) return department;
    }
    return null;
  };
}

function prefixOf({ bytes }: Address, bits: number): string {
  const whole = bytes.slice(0, bits >> 3);
  const rest = bits & 7;
  return rest === 0 ? whole.join(".") : [...whole, (bytes[bits >> 3] ?? 0) >> (8 - rest)].join(".");
}
