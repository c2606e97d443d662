import { isPrivateAddress } from "@/lib/domains/shadow-ai/simulate/firm";
import type { Exchange, Flow, Lookup } from "@/lib/domains/shadow-ai/simulate/flow";

/** Takes a line, with the moment when the device writes it and the file that it belongs to. */
export type Emit = (file: string, atMs: number, line: string) => void;

/** Makes the lines of one format. */
export interface LogWriter {
  /** What each file begins with. */
  heads?: Readonly<Record<string, string>>;
  flow?(flow: Flow, emit: Emit): void;
  lookup?(lookup: Lookup, emit: Emit): void;
}

export function endMs(flow: Flow): number {
  return flow.startMs + flow.durationMs;
}

/** Whether a web proxy or gateway sees it: the web, and not the firm's own machines. Where one stands, QUIC is closed. */
export function throughProxy({ protocol, server }: Flow): boolean {
  return (protocol === "TLS" || protocol === "HTTP" || protocol === "QUIC") && !isPrivateAddress(server.address);
}

/** Bytes with the headers of IP and TCP or UDP. */
export function networkBytes(flow: Flow, direction: "out" | "in"): number {
  const header =
    (flow.protocol === "UDP" || flow.protocol === "QUIC" ? 28 : 52) + (flow.client.address.includes(":") ? 20 : 0);
  return direction === "out" ? flow.bytesOut + header * flow.packetsOut : flow.bytesIn + header * flow.packetsIn;
}

export function isUdp({ protocol }: Flow): boolean {
  return protocol === "UDP" || protocol === "QUIC";
}

function schemeOf({ protocol }: Flow): "http" | "https" {
  return protocol === "HTTP" ? "http" : "https";
}

export function urlOf(flow: Flow, path: string): string {
  return `${schemeOf(flow)}://${flow.server.host}${flow.server.port === 443 || flow.server.port === 80 ? "" : `:${flow.server.port}`}${path}`;
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

export function two(value: number): string {
  return String(value).padStart(2, "0");
}

export const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
/** `2026-11-16T09:12:33.123Z` */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** Writes a line for each request that passes a proxy that looks into TLS, when its response has ended. */
export function requestWriter(file: string, line: (flow: Flow, exchange: Exchange) => string): LogWriter {
  return {
    flow(flow, emit) {
      if (!throughProxy(flow)) return;
      for (const exchange of flow.exchanges) emit(file, exchange.startMs + exchange.durationMs, line(flow, exchange));
    },
  };
}

/** Writes a line for each question to the resolver. */
export function lookupWriter(file: string, line: (lookup: Lookup) => string): LogWriter {
  return { lookup: (lookup, emit) => emit(file, lookup.atMs, line(lookup)) };
}

/** `Nov 16 09:12:33`, as syslog has written it since before years were thought to change. */
export function syslogTime(atMs: number): string {
  const at = new Date(atMs);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(":");
  return `${monthNames[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${time}`;
}
