import type { NetworkEvent } from "@/lib/domains/shadow-ai/simulate/flow";
import { Heap } from "@/lib/domains/shadow-ai/simulate/heap";
import { makePlan } from "@/lib/domains/shadow-ai/simulate/plan";
import { type Simulation, simulateFlows } from "@/lib/domains/shadow-ai/simulate/simulate-flows";
import { fortigateWriter, paloAltoWriter, vpcFlowWriter } from "@/lib/domains/shadow-ai/simulate/writers/firewalls";
import type { LogWriter } from "@/lib/domains/shadow-ai/simulate/writers/log-writer";
import {
  cefWriter,
  cloudflareWriter,
  combinedWriter,
  csvWriter,
  squidWriter,
  zscalerWriter,
} from "@/lib/domains/shadow-ai/simulate/writers/proxies";
import {
  bindWriter,
  dnsmasqWriter,
  route53Writer,
  unboundWriter,
} from "@/lib/domains/shadow-ai/simulate/writers/resolvers";
import { nativeWriter, spanWriter, suricataWriter } from "@/lib/domains/shadow-ai/simulate/writers/sensors";
import { zeekWriter } from "@/lib/domains/shadow-ai/simulate/writers/zeek";

/** A piece of a file, in complete lines. */
export interface LogPiece {
  format: SimulatedFormatName;
  file: string;
  text: string;
  /** Number of lines, without a file header. */
  lines: number;
}

const pieceCharacters = 65_536;

/**
 * The log of a simulation in one format, piece by piece, in constant memory. The same simulation produces the same
 * bytes. `isLogged` selects the events that the device logs; all by default.
 */
export function writeLog(
  simulation: Simulation,
  format: SimulatedFormatName,
  isLogged: (event: NetworkEvent) => boolean = () => true,
): Generator<LogPiece> {
  const events = simulateFlows(simulation, makePlan(simulation.seed, simulation.scale));
  return writeLogs(selected(events, isLogged), [format], simulation.seed);
}

function* selected(
  events: Iterable<NetworkEvent>,
  isLogged: (event: NetworkEvent) => boolean,
): Generator<NetworkEvent> {
  for (const event of events) if (isLogged(event)) yield event;
}

/**
 * Several formats of the same events. Lines are in the order in which a device writes them: a connection's line at its
 * end.
 */
export function* writeLogs(
  events: Iterable<NetworkEvent>,
  formats: readonly SimulatedFormatName[],
  seed: number,
): Generator<LogPiece> {
  const logs = formats.map((name) => new OpenLog(name, seed));
  for (const event of events) {
    for (const log of logs) {
      log.add(event);
      if (log.isFull) yield* log.takePieces(pieceCharacters);
    }
  }
  for (const log of logs) {
    log.writeUntil(Number.POSITIVE_INFINITY);
    yield* log.takePieces(0);
  }
}

interface Waiting {
  atMs: number;
  /** Lines with the same time keep their order. */
  turn: number;
  file: string;
  line: string;
}

/**
 * The files of one format. Lines are created at the start of a connection and wait until its end; then they are written
 * to the piece of their file. Holds one line per open connection.
 */
class OpenLog {
  isFull = false;
  readonly #writer: LogWriter;
  readonly #texts: Map<string, { text: string; lines: number }>;
  readonly #waiting = new Heap<Waiting>(
    (one, other) => one.atMs < other.atMs || (one.atMs === other.atMs && one.turn < other.turn),
  );
  #turns = 0;

  constructor(
    private readonly format: SimulatedFormatName,
    seed: number,
  ) {
    const { writer, files } = simulatedFormats[format];
    this.#writer = writer(seed);
    const heads = this.#writer.heads ?? {};
    this.#texts = new Map(files.map((file) => [file, { text: heads[file] ?? "", lines: 0 }]));
  }

  add(event: NetworkEvent): void {
    const emit = (file: string, atMs: number, line: string) =>
      this.#waiting.add({ atMs, turn: this.#turns++, file, line });
    if (event.what === "flow") this.#writer.flow?.(event.flow, emit);
    else this.#writer.lookup?.(event.lookup, emit);
    this.writeUntil(event.what === "flow" ? event.flow.startMs : event.lookup.atMs);
  }

  writeUntil(atMs: number): void {
    for (let first = this.#waiting.first; first !== undefined && first.atMs <= atMs; first = this.#waiting.first) {
      const piece = this.#texts.get(first.file);
      if (!piece) throw new Error(`${first.file} is no file of ${this.format}.`);
      piece.text += `${first.line}\n`;
      piece.lines += 1;
      if (piece.text.length >= pieceCharacters) this.isFull = true;
      this.#waiting.removeFirst();
    }
  }

  *takePieces(fromCharacters: number): Generator<LogPiece> {
    for (const [file, piece] of this.#texts) {
      if (piece.text.length < fromCharacters || piece.text === "") continue;
      yield { format: this.format, file, ...piece };
      piece.text = "";
      piece.lines = 0;
    }
    this.isFull = false;
  }
}

/** Capabilities of a log format, independent of the reader. */
export interface SimulatedFormat {
  title: string;
  files: readonly string[];
  /**
   * The unit of a line. `connection`: all traffic at the network edge; `window`: the same, with a line for each minute;
   * `tunnel` and `request`: web traffic only, as seen by a proxy.
   */
  grain: "connection" | "window" | "tunnel" | "request" | "lookup" | "span";
  /** The directions with byte counts. */
  bytes: "both" | "in" | "none";
  /** Whether it contains the paths of unencrypted requests, including those to the company's own machines. */
  cleartextPaths: boolean;
  writer(seed: number): LogWriter;
}

function format(
  title: string,
  grain: SimulatedFormat["grain"],
  bytes: SimulatedFormat["bytes"],
  files: readonly string[],
  writer: SimulatedFormat["writer"],
  cleartextPaths = false,
): SimulatedFormat {
  return { title, grain, bytes, files, writer, cleartextPaths };
}

const zeekFiles = ["conn.log", "ssl.log", "http.log", "dns.log", "quic.log"];

/** The formats that the simulator writes, under the names by which they are read; `zeek-json` is read as `zeek`. */
export const simulatedFormats = {
  ndjson: format("Native NDJSON", "connection", "both", ["traffic.ndjson"], nativeWriter, true),
  zeek: format("Zeek, TSV", "connection", "both", zeekFiles, (seed) => zeekWriter(seed, "tsv"), true),
  "zeek-json": format("Zeek, JSON", "connection", "both", zeekFiles, (seed) => zeekWriter(seed, "json"), true),
  suricata: format("Suricata EVE", "connection", "both", ["eve.json"], suricataWriter, true),
  squid: format("Squid, native", "tunnel", "in", ["access.log"], squidWriter),
  combined: format("Combined, from a proxy", "request", "in", ["proxy.log"], combinedWriter),
  csv: format("CSV from a web gateway", "request", "both", ["gateway.csv"], csvWriter),
  "key-value": format("FortiGate, web filter and traffic", "connection", "both", ["fortigate.log"], fortigateWriter),
  cef: format("CEF from a web gateway", "request", "both", ["nss.cef"], cefWriter),
  dnsmasq: format("dnsmasq", "lookup", "none", ["dnsmasq.log"], dnsmasqWriter),
  bind: format("BIND", "lookup", "none", ["named.log"], bindWriter),
  unbound: format("Unbound", "lookup", "none", ["unbound.log"], unboundWriter),
  route53: format("Route 53 Resolver", "lookup", "none", ["resolver.json"], route53Writer),
  zscaler: format("Zscaler NSS web", "request", "both", ["nss-web.json"], zscalerWriter),
  "palo-alto": format("Palo Alto Networks: TRAFFIC and URL", "connection", "both", ["pan.log"], paloAltoWriter),
  "cloudflare-gateway": format("Cloudflare Gateway, HTTP", "request", "none", ["gateway_http.json"], cloudflareWriter),
  "aws-vpc-flow": format(
    "VPC flow logs with Route 53",
    "window",
    "both",
    ["vpc-flow.log", "resolver.json"],
    vpcFlowWithNames,
  ),
  otel: format("OpenTelemetry spans", "span", "none", ["spans.json"], spanWriter),
} as const satisfies Record<string, SimulatedFormat>;

export type SimulatedFormatName = keyof typeof simulatedFormats;

export const simulatedFormatNames = Object.keys(simulatedFormats) as [SimulatedFormatName, ...SimulatedFormatName[]];

function vpcFlowWithNames(): LogWriter {
  return { ...vpcFlowWriter(), ...route53Writer() };
}
