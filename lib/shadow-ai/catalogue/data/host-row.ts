import type { MixedUseSignals } from "@/lib/shadow-ai/catalogue/types";
import type { AccessKind, ServiceCategory } from "@/lib/shadow-ai/vocabulary";

/** Hosts of one provider, as the data has them. */
export interface HostGroup {
  /** Key of the table of providers. */
  provider: string;
  /** Where the hosts are documented, by the vendor wherever there is such a page. */
  source: string;
  hosts: HostRow[];
}

/** A host of the data. */
export interface HostRow {
  /** A host, `*.` and a domain, or a host with `<region>`. */
  host: string;
  category: ServiceCategory;
  /** Where it is not the one of the category. */
  accessKind?: AccessKind;
  /** Makes the host one of mixed use. */
  signals?: MixedUseSignals;
  /** Traffic counts for this host. */
  canonicalHost?: string;
  /** Hosts below it are of the same service, and their traffic counts for it. */
  below?: true;
  /** Names directly below the domain of a wildcard that it does not cover. */
  except?: string[];
  /** YYYY-MM-DD when the host was last seen in the source or in public code. */
  checkedAt?: string;
}
