import { publicAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Client, Exchange, Flow, ModelUse, Protocol, Software } from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** Payload of a full Ethernet segment. */
const segmentBytes = 1_400;
/** Overhead of a TLS 1.3 record. */
const recordBytes = 29;

/** One request with its cost on the wire. */
export interface Turn extends Exchange {
  packetsOut: number;
  packetsIn: number;
  /** TLS records of the response. */
  recordsIn: number;
}

export interface Request {
  startMs: number;
  method?: string;
  path: string;
  status?: number;
  requestBytes: number;
  model?: ModelUse;
}

/** A request whose response is sent at line speed. `waitMs`: time until its first byte. */
export function download(request: Request & { bytes: number; waitMs: number; bytesPerSecond: number }): Turn {
  const { requestBytes, bytes, waitMs, bytesPerSecond } = request;
  return turn(request, {
    responseBytes: bytes,
    durationMs: (requestBytes / 2_000_000) * 1_000 + waitMs + (bytes / bytesPerSecond) * 1_000,
    packetsIn: Math.max(1, Math.ceil(bytes / segmentBytes)),
    recordsIn: Math.ceil(bytes / 16_000),
  });
}

/** Messages of a slow response, `perPacket` of them in each packet. */
export interface Trickle {
  messages: number;
  messageBytes: number;
  perPacket: number;
  waitMs: number;
  perSecond: number;
}

export function trickle(request: Request & Trickle): Turn {
  const { messages, messageBytes, perPacket, waitMs, perSecond } = request;
  const packetsIn = Math.max(1, Math.ceil(messages / perPacket));
  return turn(request, {
    responseBytes: 420 + messages * messageBytes,
    durationMs: waitMs + (messages / perSecond) * 1_000,
    packetsIn: packetsIn + Math.floor((perPacket * messageBytes) / segmentBytes) * packetsIn,
    recordsIn: packetsIn,
  });
}

/** Messages in both directions: rates per second, and sizes. */
export interface Talk {
  durationMs: number;
  outPerSecond: number;
  outBytes: number;
  inPerSecond: number;
  inBytes: number;
}

/** Both sides send for some time, as over a WebSocket. */
export function dialogue(request: Request & Talk): Turn {
  const { durationMs, outPerSecond, outBytes, inPerSecond, inBytes } = request;
  const sent = Math.round((durationMs / 1_000) * outPerSecond);
  const received = Math.round((durationMs / 1_000) * inPerSecond);
  const requestBytes = request.requestBytes + sent * (outBytes + recordBytes);
  const made = turn(
    { status: 101, ...request, requestBytes },
    {
      responseBytes: 180 + received * inBytes,
      durationMs,
      packetsIn: received * Math.max(1, Math.ceil(inBytes / segmentBytes)),
      recordsIn: received,
    },
  );
  return { ...made, packetsOut: sent * Math.max(1, Math.ceil(outBytes / segmentBytes)) + Math.ceil(received / 2) };
}

function turn(
  request: Request,
  response: Pick<Turn, "responseBytes" | "durationMs" | "packetsIn" | "recordsIn">,
): Turn {
  const { startMs, method = "GET", path, status = 200, model = null } = request;
  const requestBytes = Math.round(request.requestBytes);
  const requestPackets = Math.max(1, Math.ceil(requestBytes / segmentBytes));
  return {
    startMs: Math.round(startMs),
    durationMs: Math.max(1, Math.round(response.durationMs)),
    ...{ method, path, status, requestBytes, model },
    responseBytes: Math.round(response.responseBytes),
    // Every second segment is acknowledged (RFC 9293, delayed acknowledgements).
    packetsOut: requestPackets + Math.ceil(response.packetsIn / 2),
    packetsIn: response.packetsIn + Math.ceil(requestPackets / 2),
    recordsIn: response.recordsIn,
  };
}

/** The client that opens a connection, with the source of its random properties. */
interface Opener {
  random: Random;
  client: Client;
}

export interface Opening {
  host: string;
  kind: Flow["kind"];
  use?: number;
  port?: number | undefined;
  /** Set if the host is not public. */
  address?: string | undefined;
  protocol?: Protocol | undefined;
  /** The browser if omitted. */
  software?: Software;
  instrumented?: boolean;
  /** How long the connection stays open after its last response. */
  idleMs?: number;
}

/** A connection with the turns, in order of their starts. It starts with the first one. */
export function connection(opener: Opener, opening: Opening, turns: readonly Turn[]): Flow {
  const first = turns[0];
  if (first === undefined) throw new Error("A connection carries at least one request.");
  const { protocol = "TLS", idleMs = 0, instrumented = false } = opening;
  const { durationMs: delayMs, ...total } = handshake(opener.random, protocol);
  let endMs = first.startMs;
  for (const turn of turns) {
    total.bytesOut += turn.requestBytes + recordBytes;
    total.bytesIn += turn.responseBytes + turn.recordsIn * recordBytes;
    total.packetsOut += turn.packetsOut;
    total.packetsIn += turn.packetsIn;
    endMs = Math.max(endMs, turn.startMs + turn.durationMs);
  }
  const keepAlives = Math.floor(idleMs / 45_000);
  return {
    ...openedFlow(opener, opening, protocol),
    ...total,
    startMs: Math.round(first.startMs - delayMs),
    durationMs: Math.round(endMs - first.startMs + delayMs + idleMs),
    packetsOut: total.packetsOut + keepAlives,
    packetsIn: total.packetsIn + keepAlives,
    exchanges: turns,
    instrumented,
  };
}

/** A connection blocked by a policy: the proxy returns 403, or a firewall resets it after it has read the name. */
export function refused(opener: Opener, opening: Opening, startMs: number): Flow {
  const request = { startMs, path: "/", requestBytes: 0, status: 403 };
  const only = turn(request, { responseBytes: 0, durationMs: 4, packetsIn: 1, recordsIn: 0 });
  const flow = connection(opener, opening, [only]);
  const durationMs = opener.random.int(20, 90);
  return { ...flow, blocked: true, durationMs, bytesOut: 517, bytesIn: 0, packetsOut: 4, packetsIn: 2 };
}

/** A stream of datagrams, as in calls and games. */
export function datagrams(opener: Opener, opening: Opening, talk: Talk & { startMs: number }): Flow {
  const seconds = talk.durationMs / 1_000;
  const packetsOut = Math.max(1, Math.round(seconds * talk.outPerSecond));
  const packetsIn = Math.max(1, Math.round(seconds * talk.inPerSecond));
  return {
    ...openedFlow(opener, opening, "UDP"),
    startMs: Math.round(talk.startMs),
    durationMs: Math.round(talk.durationMs),
    bytesOut: Math.round(packetsOut * talk.outBytes),
    bytesIn: Math.round(packetsIn * talk.inBytes),
    packetsOut,
    packetsIn,
    exchanges: [],
    instrumented: false,
  };
}

/** The members of a flow that do not depend on the sent data. */
function openedFlow({ random, client }: Opener, opening: Opening, protocol: Protocol) {
  const { host, port = 443, software = client.browser, use = null, kind } = opening;
  const clientPort = random.int(32_768, 60_999);
  const family = client.address.includes(":") ? 6 : 4;
  const address = opening.address ?? publicAddress(host, family, random.int(0, 3));
  return { client, clientPort, server: { host, address, port }, protocol, software, blocked: false, use, kind };
}

/** A ClientHello of two kilobytes with a hybrid key share; certificates unless the session is resumed. */
function handshake(random: Random, protocol: Protocol) {
  if (protocol === "HTTP" || protocol === "TCP" || protocol === "UDP")
    return { bytesOut: 0, bytesIn: 0, packetsOut: 2, packetsIn: 2, durationMs: random.int(2, 30) };
  const resumed = random.chance(0.4);
  return {
    bytesOut: random.int(1_750, 2_100),
    bytesIn: resumed ? random.int(1_300, 1_600) : random.int(3_600, 6_200),
    packetsOut: 6,
    packetsIn: resumed ? 4 : 8,
    durationMs: random.int(15, 90),
  };
}
