import type { CatalogueEntry, HostMatch } from "@/lib/shadow-ai/catalogue/types";

/** What a cloud calls a region: `us-east-1`, `europe-west4`, `us-gov-west-1`. */
const regionPattern = "[a-z]{2,}(?:-[a-z]+){0,4}-?[0-9]{0,2}";

interface Found {
  entry: CatalogueEntry;
  rule: HostMatch["rule"];
}

/** Finds the entry of a host: an exact one, else the longest wildcard at a label's boundary, else a pattern. */
export class HostTable {
  private readonly exact = new Map<string, CatalogueEntry>();
  /** By the domain after `*.`. */
  private readonly wildcards = new Map<string, CatalogueEntry>();
  /** By the domain after the label with the region. */
  private readonly patterns = new Map<string, { pattern: RegExp; entry: CatalogueEntry }[]>();

  /** Last two labels of every entry: of most hosts they tell that there is none. */
  private readonly domains = new Set<string>();

  constructor(entries: readonly CatalogueEntry[]) {
    for (const entry of entries) {
      const { host } = entry;
      this.domains.add(lastTwoLabels(host));
      if (host.startsWith("*.")) this.wildcards.set(host.slice(2), entry);
      else if (host.includes("<region>")) this.addPattern(entry);
      else this.exact.set(host, entry);
    }
  }

  /** `host` is in the form of `normaliseHost`. */
  find(host: string): Found | undefined {
    if (!this.domains.has(lastTwoLabels(host))) return undefined;
    const exact = this.exact.get(host);
    if (exact) return { entry: exact, rule: "exact" };
    let pattern: CatalogueEntry | undefined;
    for (let dot = host.indexOf("."); dot !== -1; dot = host.indexOf(".", dot + 1)) {
      const domain = host.slice(dot + 1);
      const entry = this.wildcards.get(domain);
      if (entry && !isExcepted(entry, host.slice(0, dot))) return { entry, rule: "wildcard" };
      pattern ??= this.patterns.get(domain)?.find((candidate) => candidate.pattern.test(host))?.entry;
    }
    return pattern && { entry: pattern, rule: "pattern" };
  }

  private addPattern(entry: CatalogueEntry): void {
    const region = entry.host.indexOf("<region>");
    const domain = entry.host.slice(entry.host.indexOf(".", region) + 1);
    const source = entry.host.replaceAll(".", "\\.").replace("<region>", regionPattern);
    const others = this.patterns.get(domain) ?? [];
    this.patterns.set(domain, [...others, { pattern: new RegExp(`^${source}$`), entry }]);
  }
}

/** Whether the last of the labels before a wildcard's domain is one that it does not cover. */
function isExcepted({ except }: CatalogueEntry, labels: string): boolean {
  return except?.includes(labels.slice(labels.lastIndexOf(".") + 1)) ?? false;
}

function lastTwoLabels(host: string): string {
  const dot = host.lastIndexOf(".", host.lastIndexOf(".") - 1);
  return dot === -1 ? host : host.slice(dot + 1);
}
