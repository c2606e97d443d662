import type { ConfuserKind, UseKind } from "@/lib/shadow-ai/simulate/kinds";

/** A machine of the firm with whoever sits at it. */
export interface Client {
  /** Its full address: what logs hold and the service must not keep. */
  address: string;
  /** Login name; null for a server. */
  user: string | null;
  machine: string;
  /** Null where the firm's table of ranges names no department. */
  department: string | null;
  browser: Software;
}

/** A program that opens connections. */
export interface Software {
  /** Full `User-Agent` header. */
  userAgent: string;
  ja3: string;
  ja4: string;
}

export interface Server {
  host: string;
  address: string;
  port: number;
}

/** One request and its response, as a proxy that looks into TLS sees it. */
export interface Exchange {
  startMs: number;
  durationMs: number;
  method: string;
  /** With its query string, which must not leave a parser. */
  path: string;
  status: number;
  requestBytes: number;
  responseBytes: number;
  /** What an instrumented application tells of a call to a model. */
  model: ModelUse | null;
}

export interface ModelUse {
  provider: string;
  model: string;
  operation: "chat" | "embeddings";
  inputTokens: number;
  outputTokens: number;
}

/** `TLS` and `HTTP` go over TCP, `QUIC` over UDP; `TCP` and `UDP` say nothing of themselves. */
export type Protocol = "TLS" | "HTTP" | "QUIC" | "TCP" | "UDP";

/** One connection: the truth that every log format tells a part of. */
export interface Flow {
  /** Unix milliseconds. */
  startMs: number;
  durationMs: number;
  client: Client;
  clientPort: number;
  server: Server;
  protocol: Protocol;
  software: Software;
  /** Payload above TCP or UDP. */
  bytesOut: number;
  bytesIn: number;
  packetsOut: number;
  packetsIn: number;
  exchanges: readonly Exchange[];
  /** Refused by policy: by a proxy, or reset by a firewall. */
  blocked: boolean;
  /** Which use of AI it belongs to, by its place in the plan; null for everything else. */
  use: number | null;
  /** What made it. */
  kind: UseKind | ConfuserKind;
  /** Whether the application writes spans of its calls to models. */
  instrumented: boolean;
}

/** A question to the firm's resolver, asked by a machine that holds no fresh answer. */
export interface Lookup {
  atMs: number;
  client: Client;
  clientPort: number;
  queryId: number;
  host: string;
  type: "A" | "AAAA" | "HTTPS";
  /** Empty where the name has no record of the type. */
  answers: readonly string[];
  ttlSeconds: number;
  use: number | null;
}

export type NetworkEvent = { what: "flow"; flow: Flow } | { what: "lookup"; lookup: Lookup };
