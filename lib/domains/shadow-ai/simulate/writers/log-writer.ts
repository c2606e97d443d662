import { isPrivateAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Exchange, Flow, Lookup } from "@/lib/domains/shadow-ai/simulate/flow";

/** Takes a line with its file and the time when the device writes it. */
export type Emit = (file: string, atMs: number, line: string) => void;

/** Creates the lines of one format. */
export interface LogWriter {
  /** The beginning of each file. */
  heads?: Readonly<Record<string, string>>;
  flow?(flow: Flow, emit: Emit): void;
  lookup?(lookup: Lookup, emit: Emit): void;
}

export function endMs(flow: Flow): number {
  return flow.startMs + flow.durationMs;
}

/** Address of the resolver that all machines use. */
export const resolverAddress = "10.0.0.53";

/** Whether a web proxy or gateway sees a connection: the web without the company's own machines. Proxies block QUIC. */
export function throughProxy({ protocol, server }: Flow): boolean {
  return protocol !== "TCP" && protocol !== "UDP" && !isPrivateAddress(server.address);
}

/** Bytes with the headers of IP and TCP or UDP. */
export function networkBytes(flow: Flow, direction: "out" | "in"): number {
  const header = (isUdp(flow) ? 28 : 52) + (flow.client.address.includes(":") ? 20 : 0);
  return direction === "out" ? flow.bytesOut + header * flow.packetsOut : flow.bytesIn + header * flow.packetsIn;
}

export function isUdp({ protocol }: Flow): boolean {
  return protocol === "UDP" || protocol === "QUIC";
}

export function urlOf({ protocol, server: { host, port } }: Flow, path: string): string {
  return `${protocol === "HTTP" ? "http" : "https"}://${host}${portSuffix(port)}${path}`;
}

/** Empty for the default ports. */
export function portSuffix(port: number): string {
  return port === 443 || port === 80 ? "" : `:${port}`;
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

/** `09:12:33` */
export function clockTime(atMs: number): string {
  return iso(atMs).slice(11, 19);
}

/** `Nov` */
export function monthOf(atMs: number): string {
  return new Date(atMs).toUTCString().slice(8, 11);
}

/** `2026-11-16T09:12:33.123Z` */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Writes a line for each request through a proxy that inspects TLS, at the end of its response. */
export function requestWriter(file: string, line: (flow: Flow, exchange: Exchange) => string): LogWriter {
  return {
    flow(flow, emit) {
      if (!throughProxy(flow)) return;
      for (const exchange of flow.exchanges) emit(file, exchange.startMs + exchange.durationMs, line(flow, exchange));
    },
  };
}

/** Writes a line for each query to the resolver. */
export function lookupWriter(file: string, line: (lookup: Lookup) => string): LogWriter {
  return { lookup: (lookup, emit) => emit(file, lookup.atMs, line(lookup)) };
}

/** `Nov 16 09:12:33` */
export function syslogTime(atMs: number): string {
  const at = new Date(atMs);
  return `${monthOf(atMs)} ${String(at.getUTCDate()).padStart(2)} ${clockTime(atMs)}`;
}
