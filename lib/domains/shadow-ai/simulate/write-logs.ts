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
 * bytes.
 */
export function writeLog(simulation: Simulation, format: SimulatedFormatName): Generator<LogPiece> {
  const events = simulateFlows(simulation, makePlan(simulation.seed, simulation.scale));
  return writeLogs(events, [format], simulation.seed);
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
  const logs = formats.map((name) => openLog(name, seed));
  for (const event of events) {
    const nowMs = event.what === "flow" ? event.flow.startMs : event.lookup.atMs;
    for (const { writer, queue, emit, pieces } of logs) {
      if (event.what === "flow") writer.flow?.(event.flow, emit);
      else writer.lookup?.(event.lookup, emit);
      queue.takeUntil(nowMs, pieces.add);
      if (pieces.full) yield* pieces.take(pieceCharacters);
    }
  }
  for (const { queue, pieces } of logs) {
    queue.takeUntil(Number.POSITIVE_INFINITY, pieces.add);
    yield* pieces.take(0);
  }
}

function openLog(format: SimulatedFormatName, seed: number) {
  const { writer: make, files } = simulatedFormats[format];
  const writer = make(seed);
  const queue = new LineQueue();
  const pieces = new Pieces(format, files, writer.heads ?? {});
  return { writer, queue, pieces, emit: (file: string, atMs: number, line: string) => queue.add(atMs, file, line) };
}

/** Collects the lines of each file into pieces. */
class Pieces {
  full = false;
  readonly #format: SimulatedFormatName;
  readonly #texts = new Map<string, { text: string; lines: number }>();

  constructor(format: SimulatedFormatName, files: readonly string[], heads: Readonly<Record<string, string>>) {
    this.#format = format;
    for (const file of files) this.#texts.set(file, { text: heads[file] ?? "", lines: 0 });
  }

  readonly add = (file: string, line: string): void => {
    const gathered = this.#texts.get(file);
    if (!gathered) throw new Error(`${file} is no file of ${this.#format}.`);
    gathered.text += `${line}\n`;
    gathered.lines += 1;
    if (gathered.text.length >= pieceCharacters) this.full = true;
  };

  *take(fromCharacters: number): Generator<LogPiece> {
    for (const [file, gathered] of this.#texts) {
      if (gathered.text.length < fromCharacters || gathered.text === "") continue;
      yield { format: this.#format, file, ...gathered };
      gathered.text = "";
      gathered.lines = 0;
    }
    this.full = false;
  }
}

/** Capabilities of a log format, independent of the reader. */
export interface SimulatedFormat {
  title: string;
  files: readonly string[];
  /**
   * The unit of a line. `connection`: all traffic at the network edge; `tunnel` and `request`: web traffic only, as
   * seen by a proxy.
   */
  grain: "connection" | "tunnel" | "request" | "lookup" | "span";
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
  ndjson: format("NDJSON of this service", "connection", "both", ["traffic.ndjson"], nativeWriter, true),
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
  zscaler: format("Zscaler NSS, web", "request", "both", ["nss-web.json"], zscalerWriter),
  "palo-alto": format("Palo Alto Networks, TRAFFIC and URL", "connection", "both", ["pan.log"], paloAltoWriter),
  "cloudflare-gateway": format("Cloudflare Gateway, HTTP", "request", "none", ["gateway_http.json"], cloudflareWriter),
  "aws-vpc-flow": format(
    "VPC flow logs with Route 53",
    "connection",
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

interface Waiting {
  atMs: number;
  /** Lines with the same time keep their order. */
  turn: number;
  file: string;
  line: string;
}

/** Lines that are created at the start of a connection and written at its end. Holds one line per open connection. */
class LineQueue {
  readonly #heap = new Heap<Waiting>(
    (one, other) => one.atMs < other.atMs || (one.atMs === other.atMs && one.turn < other.turn),
  );
  #turns = 0;

  add(atMs: number, file: string, line: string): void {
    this.#heap.add({ atMs, turn: this.#turns++, file, line });
  }

  /** Returns the lines up to a time, in order. */
  takeUntil(atMs: number, take: (file: string, line: string) => void): void {
    for (let first = this.#heap.first; first !== undefined && first.atMs <= atMs; first = this.#heap.first) {
      take(first.file, first.line);
      this.#heap.removeFirst();
    }
  }
}
