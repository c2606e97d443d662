import ipaddr from "ipaddr.js";

/**
 * Addresses of metadata services and platform agents that lie among ordinary ones. Those in a refused range anyway
 * (169.254.169.254, fd00:ec2::254, 192.0.0.192) are not repeated here.
 */
const platformAddresses = new Set(["168.63.129.16"]);

/** The part of IPv6 that is given out to networks. What lies outside of it is special in one way or another. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether a connection may be made to an address: an IPv4 address in four decimal parts or an IPv6 address without zone
 * and brackets, in no range of special use (loopback, private, link-local, carrier-grade NAT, multicast, documentation,
 * benchmarking, reserved, …), and no IPv6 form that leads to an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 * Any other text is not public. Source: the IANA special-purpose address registries.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === "unicast" && !platformAddresses.has(address);
  }
  if (!address.includes(":") || address.includes("%") || !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(globalUnicast);
}
