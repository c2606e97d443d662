import { createHash } from "node:crypto";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import type { Catalogue, RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { unknownProvider } from "@/lib/domains/shadow-ai/catalogue/entries";
import type { AccessKind, ServiceCategory } from "@/lib/domains/shadow-ai/enums";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Cache limit. */
const mostKnown = 50_000;

/** Scope without department and range. */
const unknownScope = "unknown";

/** Stands for all ranges without a department. It cannot be the name of a department. */
const noDepartment = "";

/** Caches the uses of one organisation's records, because computing fingerprints is slow. */
export class UseDirectory {
  readonly #organisationId: string;
  readonly #catalogue: Catalogue;
  readonly #known = new BoundedCache<UseFacts>(mostKnown);
  /** Whether a host serves files for its canonical host. */
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

  /** The use of an unknown host. */
  candidate(host: string, record: TrafficRecord): UseFacts {
    return this.#known.get(`? ${host} ${record.vantage} ${scopeOf(record)}`, () => {
      const { id, name } = unknownProvider(host);
      const what = { accessKind: "API", category: "UNKNOWN", entryId: null } as const;
      return this.#factsOf(record, { providerId: id, provider: name, endpoint: host, ...what });
    });
  }

  /** Whether a host serves files for another host. */
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
      unit: unitOf({ ...identity, department: record.department }),
      department: record.department,
      catalogueVersion: this.#catalogue.version,
      vantage: record.vantage,
    };
  }
}

function scopeOf({ department, range }: TrafficRecord): string {
  return department ?? range ?? unknownScope;
}

/** The common properties of a use's traffic. */
export interface UseFacts {
  organisationId: string;
  /** SHA-256 (hex); see `fingerprintOf`. */
  fingerprint: string;
  /** The fingerprint of its detections; see `unitOf`. */
  unit: string;
  /** From the catalogue; `unknown:` and the registrable domain for an unknown host. */
  providerId: string;
  provider: string;
  /** Destination host. */
  endpoint: string;
  accessKind: AccessKind;
  category: ServiceCategory;
  /** The department, otherwise the masked range. */
  scope: string;
  department: string | null;
  /** Null if the host is not in the catalogue. */
  entryId: string | null;
  catalogueVersion: string;
  /** The best log type seen. */
  vantage: TrafficRecord["vantage"];
}

/** Inputs of a fingerprint. */
export type UseIdentity = Pick<UseFacts, "organisationId" | "providerId" | "endpoint" | "accessKind" | "scope">;

/** Identifies a use: SHA-256 of its identity as a JSON array. */
export function fingerprintOf({ organisationId, providerId, endpoint, accessKind, scope }: UseIdentity): string {
  const text = JSON.stringify([organisationId, providerId, endpoint, accessKind, scope]);
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The fingerprint of the detections of a use: its own for a department, and a common one for all ranges without a
 * department, so that they share a detection.
 */
export function unitOf({ department, ...identity }: UseIdentity & Pick<UseFacts, "department">): string {
  return fingerprintOf(department === null ? { ...identity, scope: noDepartment } : identity);
}

/** Log types by level of detail: a proxy log has paths and clients, a DNS log only names. */
const vantageRank: Record<UseFacts["vantage"], number> = { PROXY: 2, NETWORK_TRAFFIC: 1, DNS: 0 };

export function bestVantage(a: UseFacts["vantage"], b: UseFacts["vantage"]): UseFacts["vantage"] {
  return vantageRank[a] >= vantageRank[b] ? a : b;
}

/** Words in host names that indicate other traffic than models, by weight. The first three rows are published elsewhere. */
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

/** How strongly a host's labels, without the last one, indicate other traffic, 0 to 1: the highest weight applies. */
export function namePenalty(host: string): number {
  let worst = 0;
  const end = host.lastIndexOf(".");
  for (const word of host.slice(0, Math.max(end, 0)).split(/[.-]/))
    worst = Math.max(worst, penalties.get(word) ?? penalties.get(word.replace(/\d+$/, "")) ?? 0);
  return worst;
}
