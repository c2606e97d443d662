import { publicAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import type {
  Client,
  Exchange,
  Flow,
  ModelUse,
  Protocol,
  Server,
  Software,
} from "@/lib/domains/shadow-ai/simulate/flow";
import type { Random } from "@/lib/domains/shadow-ai/simulate/random";

/** Payload of a full segment on Ethernet. */
const segmentBytes = 1_400;
/** What a TLS 1.3 record adds to what it carries. */
const recordBytes = 29;

/** One request with what it took on the wire. */
export interface Turn extends Exchange {
  packetsOut: number;
  packetsIn: number;
  /** Records that the response came in. */
  recordsIn: number;
}

export interface Ask {
  startMs: number;
  method?: string;
  path: string;
  status?: number;
  requestBytes: number;
  model?: ModelUse | null;
}

/** A request whose response is sent as fast as the line allows. `waitMs` is until its first byte. */
export function download(ask: Ask, response: { bytes: number; waitMs: number; bytesPerSecond: number }): Turn {
  const packetsIn = Math.max(1, Math.ceil(response.bytes / segmentBytes));
  const upMs = (ask.requestBytes / 2_000_000) * 1_000;
  return turn(ask, {
    responseBytes: response.bytes,
    durationMs: upMs + response.waitMs + (response.bytes / response.bytesPerSecond) * 1_000,
    packetsIn,
    recordsIn: Math.ceil(response.bytes / 16_000),
  });
}

/** A request whose response trickles: `messages` of `messageBytes` each, one packet for every `perPacket` of them. */
export function trickle(
  ask: Ask,
  response: { messages: number; messageBytes: number; perPacket: number; waitMs: number; perSecond: number },
): Turn {
  const packetsIn = Math.max(1, Math.ceil(response.messages / response.perPacket));
  return turn(ask, {
    responseBytes: 420 + response.messages * response.messageBytes,
    durationMs: response.waitMs + (response.messages / response.perSecond) * 1_000,
    packetsIn: packetsIn + Math.floor((response.perPacket * response.messageBytes) / segmentBytes) * packetsIn,
    recordsIn: packetsIn,
  });
}

/** Messages that both sides send, and their sizes. */
interface Talk {
  durationMs: number;
  outPerSecond: number;
  outBytes: number;
  inPerSecond: number;
  inBytes: number;
}

/** Both sides send for a while, as over a websocket; rates in messages a second. */
export function dialogue(ask: Ask, talk: Talk): Turn {
  const seconds = talk.durationMs / 1_000;
  const sent = Math.round(seconds * talk.outPerSecond);
  const received = Math.round(seconds * talk.inPerSecond);
  const made = turn(
    { ...ask, status: ask.status ?? 101, requestBytes: ask.requestBytes + sent * (talk.outBytes + recordBytes) },
    {
      responseBytes: 180 + received * talk.inBytes,
      durationMs: talk.durationMs,
      packetsIn: received * Math.max(1, Math.ceil(talk.inBytes / segmentBytes)),
      recordsIn: received,
    },
  );
  return { ...made, packetsOut: sent * Math.max(1, Math.ceil(talk.outBytes / segmentBytes)) + Math.ceil(received / 2) };
}

function turn(
  ask: Ask,
  response: { responseBytes: number; durationMs: number; packetsIn: number; recordsIn: number },
): Turn {
  const requestBytes = Math.round(ask.requestBytes);
  const requestPackets = Math.max(1, Math.ceil(requestBytes / segmentBytes));
  return {
    startMs: Math.round(ask.startMs),
    durationMs: Math.max(1, Math.round(response.durationMs)),
    method: ask.method ?? "GET",
    path: ask.path,
    status: ask.status ?? 200,
    requestBytes,
    responseBytes: Math.round(response.responseBytes),
    model: ask.model ?? null,
    // A segment in two is acknowledged on its own (RFC 9293, delayed acknowledgements).
    packetsOut: requestPackets + Math.ceil(response.packetsIn / 2),
    packetsIn: response.packetsIn + Math.ceil(requestPackets / 2),
    recordsIn: response.recordsIn,
  };
}

export interface Opening {
  client: Client;
  host: string;
  kind: Flow["kind"];
  use?: number | null;
  port?: number;
  /** Where it is no public one. */
  address?: string;
  protocol?: Protocol;
  software?: Software;
  blocked?: boolean;
  instrumented?: boolean;
  /** How long the connection stays open after its last response. */
  idleMs?: number;
}

/** A connection that carries the turns, in order of their starts. It begins with the first. */
export function connection(random: Random, opening: Opening, turns: readonly Turn[]): Flow {
  const first = turns[0];
  if (first === undefined) throw new Error("A connection carries at least one request.");
  const protocol = opening.protocol ?? "TLS";
  const opened = handshake(random, protocol);
  const delayMs = opened.durationMs;
  let bytesOut = opened.bytesOut;
  let bytesIn = opened.bytesIn;
  let packetsOut = opened.packetsOut;
  let packetsIn = opened.packetsIn;
  let endMs = first.startMs;
  for (const turn of turns) {
    bytesOut += turn.requestBytes + recordBytes;
    bytesIn += turn.responseBytes + turn.recordsIn * recordBytes;
    packetsOut += turn.packetsOut;
    packetsIn += turn.packetsIn;
    endMs = Math.max(endMs, turn.startMs + turn.durationMs);
  }
  const idleMs = opening.idleMs ?? 0;
  const keepAlives = Math.floor(idleMs / 45_000);
  return {
    ...openedFlow(random, opening, protocol),
    startMs: Math.round(first.startMs - delayMs),
    durationMs: Math.round(endMs - first.startMs + delayMs + idleMs),
    bytesOut,
    bytesIn,
    packetsOut: packetsOut + keepAlives,
    packetsIn: packetsIn + keepAlives,
    exchanges: turns,
    instrumented: opening.instrumented ?? false,
  };
}

/** The members of a flow that do not depend on what is sent. */
function openedFlow(random: Random, opening: Opening, protocol: Protocol) {
  return {
    client: opening.client,
    clientPort: random.int(32_768, 60_999),
    server: serverOf(random, opening),
    protocol,
    software: opening.software ?? opening.client.browser,
    blocked: false,
    use: opening.use ?? null,
    kind: opening.kind,
  };
}

/** A connection that policy ends: the proxy answers 403, a firewall resets after the name was seen. */
export function refused(random: Random, opening: Opening, ask: Ask): Flow {
  const only = turn({ ...ask, status: 403 }, { responseBytes: 0, durationMs: 4, packetsIn: 1, recordsIn: 0 });
  const flow = connection(random, opening, [{ ...only, requestBytes: 0 }]);
  return {
    ...flow,
    blocked: true,
    durationMs: random.int(20, 90),
    bytesOut: 517,
    bytesIn: 0,
    packetsOut: 4,
    packetsIn: 2,
  };
}

/** A stream of datagrams, as calls and games make. */
export function datagrams(random: Random, opening: Opening, talk: Talk & { startMs: number }): Flow {
  const seconds = talk.durationMs / 1_000;
  const packetsOut = Math.max(1, Math.round(seconds * talk.outPerSecond));
  const packetsIn = Math.max(1, Math.round(seconds * talk.inPerSecond));
  return {
    ...openedFlow(random, opening, opening.protocol ?? "UDP"),
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

function serverOf(random: Random, { client, host, port = 443, address }: Opening): Server {
  const family = client.address.includes(":") ? 6 : 4;
  return { host, address: address ?? publicAddress(host, family, random.int(0, 3)), port };
}

/** Two kilobytes of ClientHello with a hybrid key share; certificates unless the session is resumed. */
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
