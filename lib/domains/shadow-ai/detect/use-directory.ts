import { createHash } from "node:crypto";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import type { Catalogue, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { unknownProvider } from "@/lib/domains/shadow-ai/catalogue/entries";
import type { AccessKind, ServiceCategory } from "@/lib/domains/shadow-ai/enums";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Facts and hosts that are remembered. */
const mostKnown = 50_000;

/** Whose a use is where neither department nor range is known. */
const unknownScope = "unknown";

/** The uses that records of one organisation belong to, made once and remembered: a fingerprint costs microseconds. */
export class UseDirectory {
  readonly #organisationId: string;
  readonly #catalogue: Catalogue;
  readonly #known = new BoundedCache<UseFacts>(mostKnown);
  /** Whether hosts that count for another one carry its files. */
  readonly #fileHosts = new BoundedCache<boolean>(mostKnown);

  constructor(organisationId: string, catalogue: Catalogue) {
    this.#organisationId = organisationId;
    this.#catalogue = catalogue;
  }

  recognised({ provider, endpoint, category, accessKind, entryId }: RecognisedUse, record: TrafficRecord): UseFacts {
    const key = `${provider.id} ${endpoint} ${accessKind} ${category} ${entryId} ${record.vantage} ${scopeOf(record)}`;
    return this.#known.get(key, () => {
      const facts = { providerId: provider.id, provider: provider.name, endpoint, accessKind, category, entryId };
      return this.#factsOf(record, facts);
    });
  }

  /** The use of a host in no catalogue. */
  candidate(host: string, record: TrafficRecord): UseFacts {
    return this.#known.get(`? ${host} ${record.vantage} ${scopeOf(record)}`, () => {
      const { id, name } = unknownProvider(host);
      const what = { accessKind: "API", category: "UNKNOWN", entryId: null } as const;
      return this.#factsOf(record, { providerId: id, provider: name, endpoint: host, ...what });
    });
  }

  /** Whether a host carries files of another one. */
  carriesFiles(host: string): boolean {
    return this.#fileHosts.get(host, () => this.#catalogue.explain(host)?.entry.category === "SUPPORTING");
  }

  #factsOf(
    record: TrafficRecord,
    facts: Pick<UseFacts, "providerId" | "provider" | "endpoint" | "accessKind" | "category" | "entryId">,
  ): UseFacts {
    const identity = { ...facts, organisationId: this.#organisationId, scope: scopeOf(record) };
    return {
      ...identity,
      fingerprint: fingerprintOf(identity),
      department: record.department,
      catalogueVersion: this.#catalogue.version,
      vantage: record.vantage,
    };
  }
}

function scopeOf({ department, range }: TrafficRecord): string {
  return department ?? range ?? unknownScope;
}

/** What one use of one AI service is: what its traffic has in common. */
export interface UseFacts {
  organisationId: string;
  /** SHA-256 in hexadecimal; `fingerprintOf`. */
  fingerprint: string;
  /** Of the catalogue; `unknown:` and the registrable domain for a host in none. */
  providerId: string;
  provider: string;
  /** The host that was reached. */
  endpoint: string;
  accessKind: AccessKind;
  category: ServiceCategory;
  /** Whose use it is: the department, or else the masked range. */
  scope: string;
  department: string | null;
  /** Null where the host is in no catalogue. */
  entryId: string | null;
  catalogueVersion: string;
  /** The best of the logs that told of it. */
  vantage: TrafficRecord["vantage"];
}

/** What a fingerprint stands for: organisation, provider, host, kind of access and scope. */
export type UseIdentity = Pick<UseFacts, "organisationId" | "providerId" | "endpoint" | "accessKind" | "scope">;

/** Names a use: SHA-256 over what it stands for, as a JSON array, so that no two uses run together. */
export function fingerprintOf({ organisationId, providerId, endpoint, accessKind, scope }: UseIdentity): string {
  const text = JSON.stringify([organisationId, providerId, endpoint, accessKind, scope]);
  return createHash("sha256").update(text).digest("hex");
}

/** How much a kind of log tells: a proxy knows paths and clients, a resolver nothing but names. */
const vantageRank: Record<UseFacts["vantage"], number> = { PROXY: 2, NETWORK_TRAFFIC: 1, DNS: 0 };

export function bestVantage(a: UseFacts["vantage"], b: UseFacts["vantage"]): UseFacts["vantage"] {
  return vantageRank[a] >= vantageRank[b] ? a : b;
}

/**
 * Words in host names that speak against a model, and how much. The first three rows are published; the others name what
 * streams and waits like a model does.
 */
const words: readonly (readonly [penalty: number, words: string])[] = [
  [0.5, "log logs logging telemetry ocsp crl ntp beacon beacons crash sentry"],
  [0.4, "metrics metric analytics stats cdn static assets fonts tile tiles pixel tracking ads"],
  [0.2, "auth login sso oauth oauth2 accounts identity"],
  [
    0.4,
    "backup backups sync drive update updates download downloads dl mirror mirrors packages repo registry pypi npm apt",
  ],
  [0.4, "meet meeting meetings voip sip turn stun rtc webrtc conf conference video media game games gaming"],
  [
    0.3,
    "push notify notification notifications dashboard dashboards grafana kibana status monitor monitoring ticker quotes",
  ],
  [0.3, "mail webmail smtp imap calendar ci build builds jenkins"],
];

const penalties = new Map(words.flatMap(([penalty, row]) => row.split(" ").map((word) => [word, penalty] as const)));

/** What the labels of a host but its last one speak against a model, 0 to 1: the worst word counts. */
export function namePenalty(host: string): number {
  let worst = 0;
  const end = host.lastIndexOf(".");
  for (const word of host.slice(0, Math.max(end, 0)).split(/[.-]/))
    worst = Math.max(worst, penalties.get(word) ?? penalties.get(word.replace(/\d+$/, "")) ?? 0);
  return worst;
}
