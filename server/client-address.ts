import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";

/**
 * The client address of a request. With `trustedHops` proxies, it is the n-th address from the right of
 * X-Forwarded-For; entries further left come from the client and are ignored. If that entry is missing or not an
 * address, the request did not pass through all proxies, and the peer's address is used.
 */
export function addressOf(request: IncomingMessage, trustedHops: number): string {
  if (trustedHops > 0) {
    const forwarded = request.headers["x-forwarded-for"];
    if (typeof forwarded === "string") {
      const address = bareAddress(fromRight(forwarded, trustedHops));
      if (isIP(address) !== 0) return plainIpv4(address);
    }
  }
  return peerAddress(request.socket);
}

/** The address at the other end of a connection. */
export function peerAddress(socket: Socket): string {
  return plainIpv4(socket.remoteAddress ?? "unknown");
}

function fromRight(list: string, position: number): string {
  let end = list.length;
  for (let passed = 1; passed < position; passed++) {
    end = list.lastIndexOf(",", end - 1);
    if (end <= 0) return "";
  }
  return list.slice(list.lastIndexOf(",", end - 1) + 1, end).trim();
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function bareAddress(text: string): string {
  if (text.startsWith("[")) return text.slice(1, text.indexOf("]"));
  const colon = text.indexOf(":");
  return colon !== -1 && colon === text.lastIndexOf(":") ? text.slice(0, colon) : text;
}

/** A socket that listens on both protocols reports IPv4 addresses as `::ffff:192.0.2.1`. */
function plainIpv4(address: string): string {
  const isMapped = address.length > 7 && address.charCodeAt(0) === 0x3a && /^::ffff:\d+\./i.test(address);
  return isMapped ? address.slice(7) : address;
}
