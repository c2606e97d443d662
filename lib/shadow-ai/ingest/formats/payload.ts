import { amount, transportOf } from "@/lib/shadow-ai/ingest/mask/figures";
import type { Sighting } from "@/lib/shadow-ai/ingest/sighting";

/** Bytes of the headers that every packet has: Ethernet (IEEE 802.3), IPv4 (RFC 791), IPv6 (RFC 8200), TCP (RFC 9293), UDP (RFC 768). */
const headerBytes = { ethernet: 14, ipv4: 20, ipv6: 40, TCP: 20, UDP: 8 } as const;

/**
 * The same with bytes of the payload alone, for devices that count whole packets: from their `IP` header on, or the `FRAME`
 * of Ethernet too. Options of TCP and IP are not known and stay. Bytes stay as they are where packets or transport are
 * not told.
 */
export function payloadOf(seen: Sighting, counted: "IP" | "FRAME"): Sighting {
  const transport = transportOf(seen.transport);
  if (transport === null) return seen;
  const frame = counted === "FRAME" ? headerBytes.ethernet : 0;
  const network = isLong(seen.address ?? seen.client) ? headerBytes.ipv6 : headerBytes.ipv4;
  const perPacket = frame + network + headerBytes[transport];
  return {
    ...seen,
    bytesOut: withoutHeaders(seen.bytesOut, seen.packetsOut, perPacket),
    bytesIn: withoutHeaders(seen.bytesIn, seen.packetsIn, perPacket),
  };
}

function withoutHeaders(counted: Sighting["bytesOut"], packets: Sighting["packetsOut"], perPacket: number) {
  const bytes = amount(counted);
  return bytes === null ? null : Math.max(0, bytes - perPacket * (amount(packets) ?? 0));
}

/** Whether an address is one of IPv6: it alone has more than one colon. */
function isLong(address: string | null | undefined): boolean {
  return typeof address === "string" && address.indexOf(":") !== address.lastIndexOf(":");
}
