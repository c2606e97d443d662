import type { Catalogue, RecognisedUse } from "@/lib/shadow-ai/catalogue";
import { unknownProvider } from "@/lib/shadow-ai/catalogue/providers";
import { fingerprintOf, type UseFacts } from "@/lib/shadow-ai/detect/use-facts";
import type { TrafficRecord } from "@/lib/shadow-ai/records";

/** So many facts are remembered; then they are made anew. */
const mostKnown = 50_000;

/** Whose a use is where neither department nor range is known. */
const unknownScope = "unknown";

/** The uses that records of one organisation belong to, made once and remembered: a fingerprint costs microseconds. */
export class UseDirectory {
  readonly #organisationId: string;
  readonly #catalogue: Catalogue;
  readonly #known = new Map<string, UseFacts>();
  /** Whether hosts that count for another one carry its files. */
  readonly #fileHosts = new Map<string, boolean>();

  constructor(organisationId: string, catalogue: Catalogue) {
    this.#organisationId = organisationId;
    this.#catalogue = catalogue;
  }

  recognised({ provider, endpoint, category, accessKind, entryId }: RecognisedUse, record: TrafficRecord): UseFacts {
    const key = `${provider.id} ${endpoint} ${accessKind} ${category} ${entryId} ${record.vantage} ${scopeOf(record)}`;
    return this.#remember(key, () => {
      const facts = { providerId: provider.id, provider: provider.name, endpoint, accessKind, category, entryId };
      return this.#factsOf(record, facts);
    });
  }

  /** The use of a host in no catalogue. */
  candidate(host: string, record: TrafficRecord): UseFacts {
    return this.#remember(`? ${host} ${record.vantage} ${scopeOf(record)}`, () => {
      const { id, name } = unknownProvider(host);
      const what = { accessKind: "API", category: "UNKNOWN", entryId: null } as const;
      return this.#factsOf(record, { providerId: id, provider: name, endpoint: host, ...what });
    });
  }

  /** Whether a host carries files of another one. */
  carriesFiles(host: string): boolean {
    const known = this.#fileHosts.get(host);
    if (known !== undefined) return known;
    if (this.#fileHosts.size >= mostKnown) this.#fileHosts.clear();
    const files = this.#catalogue.explain(host)?.entry.category === "SUPPORTING";
    this.#fileHosts.set(host, files);
    return files;
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

  #remember(key: string, make: () => UseFacts): UseFacts {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKnown) this.#known.clear();
    const use = make();
    this.#known.set(key, use);
    return use;
  }
}

function scopeOf({ department, range }: TrafficRecord): string {
  return department ?? range ?? unknownScope;
}
