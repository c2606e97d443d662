import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { ClientMask } from "@/lib/domains/shadow-ai/ingest/mask/clients";
import { type Host, hostOfAddress, UrlMask } from "@/lib/domains/shadow-ai/ingest/mask/hosts";
import { maskedText } from "@/lib/domains/shadow-ai/ingest/mask/paths";
import { userAgentToken } from "@/lib/domains/shadow-ai/ingest/mask/user-agents";
import { userPseudonym } from "@/lib/domains/shadow-ai/ingest/mask/users";
import type { Problem, Sighting } from "@/lib/domains/shadow-ai/ingest/parser";
import type { ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";
import type { ModelCall, TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Valid range of log times: 1990 to 2100. */
const earliestMs = 631_152_000_000;
const latestMs = 4_102_444_800_000;
const callsMax = 1_000_000_000;

/** JA3 is an MD5, JA4 three parts of hexadecimal digits and letters. */
const fingerprint = /^(?:[0-9a-f]{32}|[a-z0-9]{8,12}_[0-9a-f]{12}_[0-9a-f]{12})$/;
const methodForm = /^[A-Z][A-Z_-]{1,19}$/;
const noAnswer = "-";

/**
 * Turns a sighting into a record. Only this class masks addresses, truncates paths and user agents, and checks numbers,
 * so no parser can omit it.
 */
export class RecordMaker {
  private readonly clients: ClientMask;
  private readonly urls = new UrlMask();
  private readonly userAgents = new BoundedCache<string | null>();
  private readonly fingerprints = new BoundedCache<string | null>();
  private readonly methods = new BoundedCache<string | null>();
  private readonly departments = new BoundedCache<string | null>();
  private readonly users = new BoundedCache<string | null>();

  constructor(private readonly options: Pick<ReadOptions, "clientKeyOf" | "departments" | "userKey">) {
    this.clients = new ClientMask(options);
  }

  /** `host` is null without a name. Another line or {@link hostOfAddress} may provide one. */
  make(seen: Sighting): TrafficRecord | Problem {
    const { atMs } = seen;
    if (!(atMs >= earliestMs && atMs <= latestMs)) return "The time is missing or cannot be parsed.";
    const url = seen.url ? this.urls.url(seen.url) : null;
    const host = (seen.host && seen.host !== noAnswer ? this.namedHost(seen.host) : null) ?? url?.host ?? null;
    const client = seen.client ? this.clients.mask(seen.client, atMs) : null;
    return {
      atMs: Math.round(atMs),
      vantage: seen.vantage,
      host: host ? hostOf(host, seen) : null,
      port: portOf(seen.port) ?? host?.port ?? url?.host?.port ?? url?.defaultPort ?? null,
      range: client?.range ?? null,
      clientKey: client?.clientKey ?? null,
      user: this.userOf(seen),
      department: client?.department ?? (seen.department ? this.departments.get(seen.department, departmentOf) : null),
      method: seen.method ? this.methods.get(seen.method, methodOf) : null,
      path: url?.path ?? null,
      status: numberUpTo(seen.status, 999),
      bytesOut: amount(seen.bytesOut),
      bytesIn: amount(seen.bytesIn),
      packetsOut: amount(seen.packetsOut),
      packetsIn: amount(seen.packetsIn),
      durationMs: amount(seen.durationMs),
      transport: transportOf(seen.transport),
      userAgent:
        seen.userAgent && seen.userAgent !== noAnswer ? this.userAgents.get(seen.userAgent, userAgentToken) : null,
      tlsFingerprint: seen.tlsFingerprint ? this.fingerprints.get(seen.tlsFingerprint, fingerprintOf) : null,
      action: seen.action ?? "UNKNOWN",
      calls: Math.max(1, numberUpTo(seen.calls, callsMax) ?? 1),
      ai: seen.ai ? modelCall(seen.ai) : null,
    };
  }

  /** Some logs have a URL in the field of the host. */
  private namedHost(text: string): Host | null {
    return text.includes("/") ? this.urls.url(text).host : this.urls.host(text);
  }

  /** The pseudonym of a sighting's user. */
  userOf({ userName }: Sighting): string | null {
    const { userKey } = this.options;
    return userKey && userName ? this.users.get(userName, (name) => userPseudonym(name, userKey)) : null;
  }
}

function departmentOf(text: string): string | null {
  return maskedText(text, 100);
}

function methodOf(text: string): string | null {
  const method = text.toUpperCase();
  return methodForm.test(method) ? method : null;
}

function fingerprintOf(text: string): string | null {
  return fingerprint.test(text) ? text : null;
}

function hostOf(host: Host, { vantage, client }: Sighting): string | null {
  if (host.isAddress) return vantage === "DNS" ? null : hostOfAddress(host.name, client);
  // Local names identify machines, which are often named after their owners.
  return vantage === "DNS" && (!host.name.includes(".") || host.name.endsWith(".local")) ? null : host.name;
}

function modelCall({ provider, model, operation, inputTokens, outputTokens }: ModelCall): ModelCall {
  return {
    provider: provider && maskedText(provider, 100),
    model: model && maskedText(model, 128),
    operation: operation && maskedText(operation, 64),
    inputTokens: amount(inputTokens),
    outputTokens: amount(outputTokens),
  };
}

const portMax = 65_535;

/**
 * Completes a record with data from another line about the same connection. Existing values stay, except the port: the
 * connection's port is certain, while a URL's may be the default of its scheme, and with CONNECT it is the proxy's.
 */
export function addFigures(record: TrafficRecord, figures: Sighting | TrafficRecord): void {
  record.bytesOut ??= amount(figures.bytesOut);
  record.bytesIn ??= amount(figures.bytesIn);
  record.packetsOut ??= amount(figures.packetsOut);
  record.packetsIn ??= amount(figures.packetsIn);
  record.durationMs ??= amount(figures.durationMs);
  record.transport ??= transportOf(figures.transport);
  if (record.port === null || record.method !== "CONNECT") record.port = portOf(figures.port) ?? record.port;
  if (record.action === "UNKNOWN") record.action = figures.action ?? "UNKNOWN";
}

/** An integer from 0; null for missing, negative or invalid numbers. */
export function amount(value: number | null | undefined): number | null {
  return numberUpTo(value, Number.MAX_SAFE_INTEGER);
}

export function portOf(value: number | null | undefined): number | null {
  return value === 0 ? null : numberUpTo(value, portMax);
}

export function numberUpTo(value: number | null | undefined, max: number): number | null {
  return typeof value === "number" && value >= 0 && value <= max ? Math.round(value) : null;
}

/** From a name in any case, or an IANA number. */
export function transportOf(value: string | null | undefined): TrafficRecord["transport"] {
  if (value === "tcp" || value === "TCP" || value === "6") return "TCP";
  return value === "udp" || value === "UDP" || value === "17" ? "UDP" : null;
}
