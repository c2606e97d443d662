import type json from "@/lib/domains/shadow-ai/simulate/data.json";

/** A machine of the company and its user. */
export interface Client {
  /** The full address, which logs contain and the service must not store. */
  address: string;
  /** Login name; null for a server. */
  user: string | null;
  machine: string;
  /** Null if the company's ranges name no department. */
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

/** One request and its response, as a proxy that inspects TLS sees it. */
export interface Exchange {
  startMs: number;
  durationMs: number;
  method: string;
  /** With the query string, which must not leave a parser. */
  path: string;
  status: number;
  requestBytes: number;
  responseBytes: number;
  /** The attributes of a span of an instrumented application. */
  model: ModelUse | null;
}

export interface ModelUse {
  provider: string;
  model: string;
  operation: "chat" | "embeddings";
  inputTokens: number;
  outputTokens: number;
}

/** `TLS` and `HTTP` use TCP, `QUIC` uses UDP; `TCP` and `UDP` are other protocols. */
export type Protocol = "TLS" | "HTTP" | "QUIC" | "TCP" | "UDP";

/** One connection. Every log format contains a part of it. */
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
  /** Blocked by a proxy, or reset by a firewall. */
  blocked: boolean;
  /** The use of AI in the plan; null for other traffic. */
  use: number | null;
  kind: UseKind | ConfuserKind;
  /** Whether the application writes spans. */
  instrumented: boolean;
}

/** A DNS query of a machine whose cache has no answer. */
export interface Lookup {
  atMs: number;
  client: Client;
  clientPort: number;
  queryId: number;
  host: string;
  type: "A" | "AAAA" | "HTTPS";
  /** Empty if the name has no record of the type. */
  answers: readonly string[];
  ttlSeconds: number;
  use: number | null;
}

export type NetworkEvent = { what: "flow"; flow: Flow } | { what: "lookup"; lookup: Lookup };

export type UseKind = keyof typeof json.useKinds;

/** Ordinary traffic, including traffic that resembles AI. */
export type ConfuserKind = keyof typeof json.confuserKinds;
