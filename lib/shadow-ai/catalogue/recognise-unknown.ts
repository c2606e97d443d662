import { confidences } from "@/lib/shadow-ai/catalogue/confidence";
import { type ServerRow, serverRows } from "@/lib/shadow-ai/catalogue/data/servers";
import { isPrivateHost } from "@/lib/shadow-ai/catalogue/host-name";
import { selfHosted, unknownProvider } from "@/lib/shadow-ai/catalogue/providers";
import { type TrafficSignals, trafficSignals } from "@/lib/shadow-ai/catalogue/traffic-signals";
import type { RecognisedUse } from "@/lib/shadow-ai/catalogue/types";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

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
