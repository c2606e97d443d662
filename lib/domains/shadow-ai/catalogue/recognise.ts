import { data } from "@/lib/domains/shadow-ai/catalogue/data";
import { provider, releaseCatalogue, selfHosted, unknownProvider } from "@/lib/domains/shadow-ai/catalogue/entries";
import { isPrivateHost } from "@/lib/domains/shadow-ai/catalogue/host-table";
import { clientKind, type PathMeaning, pathMeaning } from "@/lib/domains/shadow-ai/catalogue/paths";
import type { CatalogueEntry, HostMatch, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue/types";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** A host that matches the catalogue or an override. */
export interface ResolvedHost {
  match: HostMatch;
  /** The entry and host to which traffic is attributed. */
  entry: CatalogueEntry;
  endpoint: string;
  paths: RegExp[];
}

/** Identifies the use at a known host; null for a mixed-use host without a second signal. */
export function recogniseKnown(record: TrafficRecord, host: string, resolved: ResolvedHost): RecognisedUse | null {
  const { match, entry, endpoint } = resolved;
  const signals = trafficSignals(record);
  const reasons = [`${endpoint} is ${entry.provider.name} (${data.categoryRows[entry.category].title})`];
  if (endpoint !== host && match.entry.category === "SUPPORTING") reasons.push(`${host} serves files for ${endpoint}`);

  let confidence = match.entry.category === "SUPPORTING" ? confidences.supporting : confidences.rule[match.rule];
  if (match.entry.mixedUse) {
    const second = secondSignal(record, signals, resolved);
    if (second === null) return null;
    confidence = confidences.mixedUse[second.kind];
    reasons.push(second.reason);
  } else if (signals.meaning?.call || signals.meaning?.upload || signals.client !== null) {
    confidence = confidences.confirmed;
    if (signals.meaning !== null) reasons.push("The path belongs to an AI model API");
    if (signals.client !== null) reasons.push(`The client ${signals.client} calls AI models`);
  }
  if (record.vantage === "DNS") confidence = Math.min(confidence, confidences.dnsMost);
  return { ...factsOf(entry), endpoint, confidence, reasons };
}

/** The catalogue's attributes of a use. */
export function factsOf({ id, provider, category, accessKind }: CatalogueEntry) {
  return { entryId: id, provider, category, accessKind };
}

/** The strongest signal of AI traffic at a mixed-use host. */
function secondSignal(
  { path, bytesOut, calls }: TrafficRecord,
  { meaning, client }: TrafficSignals,
  { match, paths }: ResolvedHost,
): { kind: keyof typeof confidences.mixedUse; reason: string } | null {
  if (path !== null && (paths.some((pattern) => pattern.test(path)) || meaning?.distinct))
    return { kind: "path", reason: "The path is an AI feature of a host that also serves non-AI traffic" };
  if (client !== null)
    return { kind: "client", reason: `The client ${client} calls AI models (the host also serves non-AI traffic)` };
  const least = match.entry.signals?.bytesOut ?? null;
  if (least !== null && bytesOut !== null && bytesOut / Math.max(calls, 1) >= least)
    return {
      kind: "bytes",
      reason: "More data was sent than in a typical page visit (the host also serves non-AI traffic)",
    };
  return null;
}

const byName = new Map(
  data.spanProviders.flatMap(({ names, entryId, endpoint }) => {
    const entry = releaseCatalogue.entries.find(({ id }) => id === entryId);
    if (!entry) throw new Error(`Unknown catalogue entry: ${entryId}`);
    return names.map((name) => [name, { entry, endpoint }] as const);
  }),
);

/** The default host of the provider that a span names, if known. */
export function spanEndpoint(call: ModelCall): string | undefined {
  return call.provider === null ? undefined : byName.get(call.provider.toLowerCase())?.endpoint;
}

/** Identifies the use reported by a span whose host is unknown or missing. */
export function recogniseSpan(call: ModelCall, host: string | null): RecognisedUse | null {
  const reported = { confidence: confidences.span, reasons: ["An instrumented application reported a model call"] };
  // OpenAI libraries also call compatible servers and name OpenAI, so a private host takes precedence.
  if (host !== null && isPrivateHost(host)) return { ...selfHostedUse, endpoint: host, ...reported };
  const known = call.provider === null ? undefined : byName.get(call.provider.toLowerCase());
  if (known) return { ...factsOf(known.entry), endpoint: host ?? known.endpoint, ...reported };
  const owner = host === null ? namedProvider(call.provider) : unknownProvider(host);
  return owner && { ...unknownUse, provider: owner, endpoint: host ?? owner.name, ...reported };
}

const selfHostedUse = {
  entryId: null,
  provider: selfHosted,
  category: "SELF_HOSTED",
  accessKind: "SELF_HOSTED",
} as const;

const unknownUse = { entryId: null, category: "UNKNOWN", accessKind: "API" } as const;

/** A provider known only from a span. The sender of the span chooses the name. */
function namedProvider(name: string | null) {
  const plain = (name ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .slice(0, 63);
  return plain === "" ? null : provider(`unknown:${plain}`, plain, null);
}

const servers = data.serverRows.map((row) => ({ ...row, path: new RegExp(row.path) }));

const portsAlone = new Set(data.serverRows.filter(({ portAlone }) => portAlone).map(({ port }) => port));

/** Identifies the use at a host that is not in the catalogue: a self-hosted model or an unknown service. */
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
  if (byPath) reasons.push("The path belongs to an AI model API");
  if (sdk !== null) reasons.push(`The client ${sdk} is an AI SDK`);
  return {
    ...unknownUse,
    provider: unknownProvider(host),
    endpoint: host,
    confidence: byPath ? (sdk === null ? unknown.path : unknown.pathAndClient) : unknown.client,
    reasons,
  };
}

function recogniseSelfHosted(record: TrafficRecord, host: string, signals: TrafficSignals): RecognisedUse | null {
  const { meaning, path, sdk } = signals;
  const server = servers.find(
    ({ port, portAlone, path: calls }) => port === record.port && (path === null ? portAlone : calls.test(path)),
  );
  const byServer = server !== undefined && path !== null;
  const byPath = byServer || meaning?.distinct === true;
  const byPort = server !== undefined && record.path === null;
  if (!byPath && !byPort && sdk === null) return null;
  const reasons: string[] = [];
  if (byPath) reasons.push("The path belongs to an AI model API, in a private network");
  if (server) reasons.push(`Port ${server.port} is used by ${server.name}`);
  if (sdk !== null) reasons.push(`The client ${sdk} is an AI SDK`);
  const confidence = confidences.selfHosted[byPath ? "path" : sdk === null ? "port" : "client"];
  return { ...selfHostedUse, endpoint: host, confidence, reasons };
}

/** AI signals of a record, apart from its host. */
export interface TrafficSignals {
  meaning: PathMeaning | null;
  /** The path, unless the response says that it does not exist. */
  path: string | null;
  /** The user agent of an AI SDK. */
  sdk: string | null;
  /** The user agent of an AI SDK, a coding tool or an agent; the latter two also reach other hosts. */
  client: string | null;
}

/** Statuses of paths that do not exist. */
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

/** Confidence, from 0 to 1, that an AI service was used. Initial assumptions. */
export const confidences = {
  /** Reported by an instrumented application. */
  span: 0.99,
  /** By type of matching rule. */
  rule: { exact: 0.95, wildcard: 0.9, pattern: 0.9, override: 0.95 } satisfies Record<HostMatch["rule"], number>,
  /** Other pages may also embed an application's files. */
  supporting: 0.7,
  /** A catalogue host with the client or path of a model API. */
  confirmed: 0.98,
  /** A mixed-use host, by second signal. */
  mixedUse: { path: 0.85, client: 0.8, bytes: 0.55 },
  /** A host that is not in the catalogue. */
  unknown: { pathAndClient: 0.85, path: 0.75, client: 0.7 },
  selfHosted: { path: 0.85, client: 0.7, port: 0.5 },
  /** A DNS lookup does not prove that the service was used. */
  dnsMost: 0.6,
};
