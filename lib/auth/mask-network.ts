import { isIPv4 } from "node:net";
import { networkOf } from "@/lib/rate-limits";

/** An address as it may be kept for good: of IPv4 without the last octet, of IPv6 the /64. */
export function maskNetwork(address: string): string {
  const network = networkOf(address);
  return isIPv4(network) ? network.replace(/\d+$/, "x") : network;
}
