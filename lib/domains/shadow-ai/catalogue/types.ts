import type { MixedUseSignals } from "@/lib/domains/shadow-ai/catalogue/data";
import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import type { AccessKind, ServiceCategory } from "@/lib/domains/shadow-ai/enums";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import type { CatalogueDocument, HostExplanation } from "@/lib/domains/shadow-ai/schemas-catalogue";

type Entry = CatalogueDocument["entries"][number];

/** A company that operates services. The id of an unknown one is `unknown:` and its registrable domain. */
export type Provider = Entry["provider"];

/** A catalogue rule. */
export interface CatalogueEntry extends Omit<Entry, "canonicalHost"> {
  /** Depends on the host only, so that all log types agree. */
  accessKind: AccessKind;
  signals?: MixedUseSignals;
  /** The host to which traffic is attributed, for file hosts and aliases. */
  canonicalHost?: string;
  /** Direct subdomains that a wildcard excludes. */
  except?: string[];
}

/** The match of a host. */
export type HostMatch = Omit<NonNullable<HostExplanation["match"]>, "entry"> & { entry: CatalogueEntry };

/** The identified use of a record. */
export interface RecognisedUse {
  /** Null if the host is not in the catalogue. */
  entryId: string | null;
  provider: Provider;
  /** The host to which the use is attributed. */
  endpoint: string;
  category: ServiceCategory;
  accessKind: AccessKind;
  /** From 0 to 1. */
  confidence: number;
  reasons: string[];
}

/** An organisation's override of a host or domain. */
export interface HostOverride {
  host: string;
  override: CatalogueOverride;
}

export interface Catalogue {
  /** Data version, with a digest of the overrides if there are any. */
  version: string;
  entries: readonly CatalogueEntry[];
  /** Finds the rule for a host in any common form, including ignored hosts. Null if no rule matches. */
  explain(host: string): HostMatch | null;
  /** Identifies the AI service of a record by host, path and user agent; null for other traffic. Pure. */
  recognise(record: TrafficRecord): RecognisedUse | null;
  /** Current properties of the provider of a known use, which may be newer than its traffic. */
  providerOf(use: UsedProvider): Provider;
}

/** The host of a use, and the id and name of its provider. */
export interface UsedProvider {
  endpoint: string;
  providerId: string;
  provider: string;
}
