import { isIPv6 } from "node:net";
import { crc32 } from "node:zlib";
import { singleton } from "@/lib/platform/core/singleton";

const exactMax = 10_000;
const sharedBuckets = 1_024;

/**
 * The bucket of an address (IPv6: of its /64) in a minute. The first 10,000 addresses have their own; further ones
 * share 1,024, so that a flood of addresses cannot exhaust memory.
 */
export function addressBucket(address: string, minute: number): string {
  const seen = singleton("rate-limit-addresses", () => ({ minute, networks: new Set<string>() }));
  if (seen.minute !== minute) {
    seen.minute = minute;
    seen.networks = new Set();
  }
  const network = networkOf(address);
  if (seen.networks.has(network)) return network;
  if (seen.networks.size >= exactMax) return `shared-${crc32(network) % sharedBuckets}`;
  seen.networks.add(network);
  return network;
}

/** An IPv4 address, also if mapped to IPv6 (RFC 4291, 2.5.5.2); the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.slice(0, 64);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const front = groups(head);
  const back = groups(tail ?? "");
  const zeros = new Array<number>(Math.max(0, 8 - front.length - back.length)).fill(0);
  const prefix = [...front, ...zeros, ...back].slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(":")}::/64`;
}

/** Groups of 16 bits. A dotted end counts as two; their values do not matter, because they are never in the prefix. */
function groups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => (group.includes(".") ? [0, 0] : [Number.parseInt(group, 16)]));
}
