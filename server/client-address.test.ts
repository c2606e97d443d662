import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { addressOf } from "./client-address";

function request(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

it.each<[remote: string | undefined, forwarded: string | undefined, hops: number, expected: string]>([
  ["192.0.2.1", undefined, 0, "192.0.2.1"],
  ["::ffff:192.0.2.1", undefined, 0, "192.0.2.1"],
  ["::FFFF:192.0.2.1", undefined, 0, "192.0.2.1"],
  ["2001:db8::1", undefined, 0, "2001:db8::1"],
  ["::1", undefined, 0, "::1"],
  [undefined, undefined, 0, "unknown"],
  // Client-supplied addresses are ignored.
  ["192.0.2.1", "203.0.113.5", 0, "192.0.2.1"],
  ["10.0.0.1", "203.0.113.5", 1, "203.0.113.5"],
  ["10.0.0.1", "198.51.100.1, 203.0.113.5", 1, "203.0.113.5"],
  ["10.0.0.1", "198.51.100.1, 203.0.113.5,10.0.0.2", 2, "203.0.113.5"],
  ["10.0.0.1", "198.51.100.1,203.0.113.5 , 10.0.0.3 , 10.0.0.2", 3, "203.0.113.5"],
  ["10.0.0.1", "203.0.113.5:4711", 1, "203.0.113.5"],
  ["10.0.0.1", "[2001:db8::5]:4711", 1, "2001:db8::5"],
  ["10.0.0.1", "2001:db8::5", 1, "2001:db8::5"],
  ["10.0.0.1", "::ffff:203.0.113.5", 1, "203.0.113.5"],
  // Too short, or not an address: the request did not come through all proxies.
  ["10.0.0.1", undefined, 1, "10.0.0.1"],
  ["10.0.0.1", "", 1, "10.0.0.1"],
  ["10.0.0.1", ",", 2, "10.0.0.1"],
  ["10.0.0.1", "203.0.113.5", 2, "10.0.0.1"],
  ["10.0.0.1", "unknown", 1, "10.0.0.1"],
  ["10.0.0.1", "[", 1, "10.0.0.1"],
])("%s, X-Forwarded-For %j, %i trusted proxies: client address %s", (remote, forwarded, hops, expected) => {
  expect(addressOf(request(remote, forwarded), hops)).toBe(expected);
});
