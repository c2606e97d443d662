import { categoryRows } from "@/lib/domains/shadow-ai/catalogue/data/categories";
import { type ServerRow, serverRows } from "@/lib/domains/shadow-ai/catalogue/data/clients";
import { spanProviders } from "@/lib/domains/shadow-ai/catalogue/data/providers";
import { dataEntries, provider, selfHosted, unknownProvider } from "@/lib/domains/shadow-ai/catalogue/entries";
import { isPrivateHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import { clientKind, type PathMeaning, pathMeaning } from "@/lib/domains/shadow-ai/catalogue/paths";
import type {
  CatalogueEntry,
  HostMatch,
  MixedUseSignals,
  RecognisedUse,
} from "@/lib/domains/shadow-ai/catalogue/types";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** A host that the catalogue or the organisation knows, and what its traffic counts for. */
export interface ResolvedHost {
  match: HostMatch;
  /** The entry and the host that traffic counts for. */
  entry: CatalogueEntry;
  endpoint: string;
  /** Compiled. */
  paths: RegExp[];
}

/** What a record shows at a known host; null where that serves other things too and nothing tells of AI. */
export function recogniseKnown(record: TrafficRecord, host: string, resolved: ResolvedHost): RecognisedUse | null {
  const { match, entry, endpoint } = resolved;
  const signals = trafficSignals(record);
  const reasons = [`${endpoint} is ${entry.provider.name}: ${categoryRows[entry.category].title}`];
  if (endpoint !== host && match.entry.category === "SUPPORTING") reasons.push(`${host} carries files of ${endpoint}`);

  let confidence = match.entry.category === "SUPPORTING" ? confidences.supporting : confidences.rule[match.rule];
  if (match.entry.mixedUse) {
    const second = secondSignal(record, signals, resolved);
    if (second === null) return null;
    confidence = confidences.mixedUse[second.kind];
    reasons.push(second.reason);
  } else if (signals.meaning?.call || signals.meaning?.upload || signals.client !== null) {
    confidence = confidences.confirmed;
    if (signals.meaning !== null) reasons.push("The path is one of a programming interface of models");
    if (signals.client !== null) reasons.push(`The client ${signals.client} calls models`);
  }
  if (record.vantage === "DNS") confidence = Math.min(confidence, confidences.dnsMost);
  const { id, provider, category, accessKind } = entry;
  return { entryId: id, provider, endpoint, category, accessKind, confidence, reasons };
}

/** What tells of AI at a host that serves both; the surest that applies. */
function secondSignal(
  { path, bytesOut, calls }: TrafficRecord,
  { meaning, client }: TrafficSignals,
  { match, paths }: ResolvedHost,
): { kind: keyof typeof confidences.mixedUse; reason: string } | null {
  const signals: MixedUseSignals | undefined = match.entry.signals;
  if (path !== null && (paths.some((pattern) => pattern.test(path)) || meaning?.distinct))
    return { kind: "path", reason: "The host also serves what is no AI; the path is one of its AI functions" };
  if (client !== null)
    return { kind: "client", reason: `The host also serves what is no AI; the client ${client} calls models` };
  const least = signals?.bytesOut ?? null;
  if (least !== null && bytesOut !== null && bytesOut / Math.max(calls, 1) >= least)
    return { kind: "bytes", reason: "The host also serves what is no AI; more was sent than a mere visit sends" };
  return null;
}

const byName = new Map(
  spanProviders.flatMap(({ names, entryId, endpoint }) => {
    const entry = dataEntries.find(({ id }) => id === entryId);
    if (!entry) throw new Error(`There is no entry ${entryId}.`);
    return names.map((name) => [name, { entry, endpoint }] as const);
  }),
);

/** The host that stands for the provider that a span names; undefined where the name is not known. */
export function spanEndpoint(call: ModelCall): string | undefined {
  return call.provider === null ? undefined : byName.get(call.provider.toLowerCase())?.endpoint;
}

/** What a span tells whose host, if it has one, is in no catalogue. */
export function recogniseSpan(call: ModelCall, host: string | null): RecognisedUse | null {
  const reasons = ["An instrumented application reported a call to a model"];
  const { span: confidence } = confidences;
  // Libraries of OpenAI call any server that speaks its language, and name OpenAI: what counts is where it stands.
  if (host !== null && isPrivateHost(host))
    return {
      entryId: null,
      provider: selfHosted,
      endpoint: host,
      category: "SELF_HOSTED",
      accessKind: "SELF_HOSTED",
      confidence,
      reasons,
    };
  const known = call.provider === null ? undefined : byName.get(call.provider.toLowerCase());
  if (known) {
    const { id, provider: owner, category, accessKind } = known.entry;
    return {
      entryId: id,
      provider: owner,
      endpoint: host ?? known.endpoint,
      category,
      accessKind,
      confidence,
      reasons,
    };
  }
  const owner = host === null ? namedProvider(call.provider) : unknownProvider(host);
  if (owner === null) return null;
  const endpoint = host ?? owner.name;
  return { entryId: null, provider: owner, endpoint, category: "UNKNOWN", accessKind: "API", confidence, reasons };
}

/** A provider of which a span tells the name alone. What it is called is chosen by whoever sends the span. */
function namedProvider(name: string | null) {
  const plain = (name ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .slice(0, 63);
  return plain === "" ? null : provider(`unknown:${plain}`, plain, null);
}

const servers = new Map(serverRows.map((row) => [row.port, { ...row, path: new RegExp(row.path) }]));

const portsAlone = new Set(serverRows.filter(({ portAlone }) => portAlone).map(({ port }) => port));

/** What a record shows at a host in no catalogue: a model of the organisation's own network, or one nobody knows of. */
export function recogniseUnknown(record: TrafficRecord, host: string): RecognisedUse | null {
  const { path, userAgent, port } = record;
  if (path === null && userAgent === null && !(port !== null && portsAlone.has(port))) return null;
  const signals = trafficSignals(record);
  return isPrivateHost(host) ? recogniseSelfHosted(record, host, signals) : recognisePublic(host, signals);
}

function recognisePublic(host: string, { meaning, sdk }: TrafficSignals): RecognisedUse | null {
  const { unknown } = confidences;
  const byPath = meaning !== null && (meaning.distinct || (meaning.call && sdk !== null));
  if (!byPath && sdk === null) return null;
  const reasons: string[] = [];
  if (byPath) reasons.push("The path is one of a programming interface of models");
  if (sdk !== null) reasons.push(`The client ${sdk} is a library that calls models`);
  return {
    entryId: null,
    provider: unknownProvider(host),
    endpoint: host,
    category: "UNKNOWN",
    accessKind: "API",
    confidence: byPath ? (sdk === null ? unknown.path : unknown.pathAndClient) : unknown.client,
    reasons,
  };
}

function recogniseSelfHosted(record: TrafficRecord, host: string, signals: TrafficSignals): RecognisedUse | null {
  const { meaning, path, sdk } = signals;
  const server = record.port === null ? undefined : servers.get(record.port);
  const byServer = server !== undefined && path !== null && server.path.test(path);
  const byPath = byServer || meaning?.distinct === true;
  const byPort = server?.portAlone === true && record.path === null;
  if (!byPath && !byPort && sdk === null) return null;
  return {
    entryId: null,
    provider: selfHosted,
    endpoint: host,
    category: "SELF_HOSTED",
    accessKind: "SELF_HOSTED",
    confidence: confidences.selfHosted[byPath ? "path" : sdk === null ? "port" : "client"],
    reasons: selfHostedReasons(byPath, byServer || byPort ? server : undefined, sdk),
  };
}

function selfHostedReasons(byPath: boolean, server: Pick<ServerRow, "name" | "port"> | undefined, sdk: string | null) {
  const reasons: string[] = [];
  if (byPath) reasons.push("The path is one of a programming interface of models, in a private network");
  if (server) reasons.push(`Port ${server.port} is the one of ${server.name}`);
  if (sdk !== null) reasons.push(`The client ${sdk} is a library that calls models`);
  return reasons;
}

/** What of a record, beside its host, tells of AI. */
export interface TrafficSignals {
  meaning: PathMeaning | null;
  /** The path, where there was something at it. */
  path: string | null;
  /** The user agent, where only programs that call models send it. */
  sdk: string | null;
  /** The same, or one of a tool or an agent, which also reach other hosts. */
  client: string | null;
}

/** Answers that say that there is nothing at the path: who gets one has called no model. */
const nothingThere = new Set([404, 405, 410, 501]);

/** Reads a record's path and user agent. */
export function trafficSignals({ path, status, userAgent }: TrafficRecord): TrafficSignals {
  const kind = clientKind(userAgent);
  const found = status !== null && nothingThere.has(status) ? null : path;
  return {
    meaning: found === null ? null : pathMeaning(found),
    path: found,
    sdk: kind === "AI_SDK" ? userAgent : null,
    client: kind === "AI_SDK" || kind === "AGENT" || kind === "CODING_TOOL" ? userAgent : null,
  };
}

/** How sure a match makes that an AI service was used, from 0 to 1: starting values, by what could also explain it. */
export const confidences = {
  /** An instrumented application says so itself. */
  span: 0.99,
  /** By the kind of rule. */
  rule: { exact: 0.95, wildcard: 0.9, pattern: 0.9, override: 0.95 } satisfies Record<HostMatch["rule"], number>,
  /** Files of an application are also embedded in other pages. */
  supporting: 0.7,
  /** The host is in the catalogue, and client or path are those of a model's. */
  confirmed: 0.98,
  /** A host of mixed use, by the signal that told. */
  mixedUse: { path: 0.85, client: 0.8, bytes: 0.55 },
  /** A host in no catalogue. */
  unknown: { pathAndClient: 0.85, path: 0.75, client: 0.7 },
  selfHosted: { path: 0.85, client: 0.7, port: 0.5 },
  /** A name that was looked up is not yet a service that was used. */
  dnsMost: 0.6,
};
