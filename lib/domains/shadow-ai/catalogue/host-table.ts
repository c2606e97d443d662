import { domainToASCII } from "node:url";
import { getDomain } from "tldts";
import type { CatalogueEntry, HostMatch } from "@/lib/domains/shadow-ai/catalogue/types";

/** Cloud region names: `us-east-1`, `europe-west4`, `us-gov-west-1`. */
const regionPattern = "[a-z]{2,}(?:-[a-z]+){0,4}-?[0-9]{0,2}";

interface Found {
  entry: CatalogueEntry;
  rule: HostMatch["rule"];
}

/** Finds the entry of a host: an exact match, then the longest wildcard, then a pattern. */
export class HostTable {
  private readonly exact = new Map<string, CatalogueEntry>();
  /** By the domain after `*.`. */
  private readonly wildcards = new Map<string, CatalogueEntry>();
  /** By the domain after the region label. */
  private readonly patterns = new Map<string, { pattern: RegExp; entry: CatalogueEntry }[]>();

  /** The last two labels of every entry, which rule out most hosts quickly. */
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

  /** `host` must be normalised. */
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

/** Whether the label before a wildcard's domain is excluded. */
function isExcepted({ except }: CatalogueEntry, labels: string): boolean {
  return except?.includes(labels.slice(labels.lastIndexOf(".") + 1)) ?? false;
}

function lastTwoLabels(host: string): string {
  const dot = host.lastIndexOf(".", host.lastIndexOf(".") - 1);
  return dot === -1 ? host : host.slice(dot + 1);
}

/** Suffixes of private names (RFC 6761, 6762, 8375; ICANN on .internal; common usage). */
const privateSuffixes = new Set("localhost local localdomain internal intranet lan corp home private".split(" "));

/** IPv4, possibly with a masked last octet; loopback, private, link-local and shared ranges (RFC 1122, 1918, 3927, 6598). */
const ipv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.(?:\d{1,3}|x)$/;
const privateIpv4 =
  /^(?:10|127)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Loopback, unique local and link-local (RFC 4291, 4193). */
const privateIpv6 = /^(?:::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

const nameMax = 253;

/** The form that parsers return. */
const plainHost = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/;

/** Lower case, punycode, without scheme, credentials, port, path and trailing dot. Null if the text is not a host. */
export function normaliseHost(text: string): string | null {
  if (text.length <= nameMax && plainHost.test(text)) return text;
  let host = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  host = host.replace(/[/?#].*$/s, "");
  host = host.slice(host.lastIndexOf("@") + 1);
  if (host.startsWith("[")) host = host.slice(1).replace(/\](?::\d*)?$/, "");
  else if (host.indexOf(":") === host.lastIndexOf(":")) host = host.replace(/:\d*$/, "");
  host = host.replace(/[.\u3002]$/, "");
  if (host === "" || host.length > 1_000) return null;
  if (isAddress(host.toLowerCase())) return host.toLowerCase();
  // The URL parser is slower and changes some names, so it is only used for names outside ASCII.
  const ascii = /^[a-z0-9_.-]+$/i.test(host) ? host.toLowerCase() : domainToASCII(host);
  return ascii.length <= nameMax && plainHost.test(ascii) ? ascii : null;
}

/** Whether a host equals a pattern, or is a subdomain of a `*.` pattern. */
export function hostMatches(pattern: string, host: string): boolean {
  const name = normaliseHost(host);
  const below = pattern.startsWith("*.");
  const wanted = normaliseHost(below ? pattern.slice(2) : pattern);
  if (name === null || wanted === null) return false;
  return below ? name.endsWith(`.${wanted}`) : name === wanted;
}

/** Whether a normalised or masked host is an address. */
export function isAddress(host: string): boolean {
  return host.includes(":") || ipv4.test(host);
}

/** Whether a normalised or masked host is a private address or name. */
export function isPrivateHost(host: string): boolean {
  if (host.includes(":")) return privateIpv6.test(host);
  if (ipv4.test(host)) return privateIpv4.test(host);
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  return labels.length === 1 || privateSuffixes.has(last) || host.endsWith(".home.arpa");
}

/** The registrable domain: `example.co.uk`, `customer.workers.dev`; the host itself if unknown. */
export function registrableDomain(host: string): string {
  if (isAddress(host)) return host;
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
