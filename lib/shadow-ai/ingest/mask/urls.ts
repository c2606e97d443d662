import { type Host, parseHost } from "@/lib/shadow-ai/ingest/mask/hosts";
import { maskedPath } from "@/lib/shadow-ai/ingest/mask/paths";
import { TextCache } from "@/lib/shadow-ai/ingest/mask/text-cache";

/** What is kept of a URL. */
export interface MaskedUrl {
  host: Host | null;
  /** Of the scheme, where the URL names no port. */
  defaultPort: number | null;
  path: string | null;
}

const defaultPorts: Record<string, number> = { http: 80, ws: 80, https: 443, wss: 443 };
const nothing: MaskedUrl = { host: null, defaultPort: null, path: null };

/** Longest beginning of a URL that is read. */
const urlMax = 4_096;

/** Reads URLs: absolute ones, `host:port` of CONNECT, `host/path` without scheme where asked for, and paths. */
export class UrlMask {
  private readonly hosts = new TextCache(parseHost);
  private readonly paths = new TextCache(maskedPath);

  host(text: string): Host | null {
    return this.hosts.get(text);
  }

  url(text: string): MaskedUrl {
    const url = withoutQuery(text.length > urlMax ? text.slice(0, urlMax) : text);
    if (url === "" || url === "-" || url === "*") return nothing;
    if (url.startsWith("/") && !url.startsWith("//"))
      return { host: null, defaultPort: null, path: this.paths.get(url) };
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]{0,20}):\/\//.exec(url);
    const start = scheme ? scheme[0].length : url.startsWith("//") ? 2 : 0;
    const slash = url.indexOf("/", start);
    const host = this.host(slash === -1 ? url.slice(start) : url.slice(start, slash));
    if (!host) return nothing;
    const defaultPort = defaultPorts[scheme?.[1]?.toLowerCase() ?? ""] ?? null;
    return { host, defaultPort, path: slash === -1 ? null : this.paths.get(url.slice(slash)) };
  }
}

/** Everything before the query string and the fragment, also where their marks are percent-encoded. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]|%3f|%23|%253f|%2523/i);
  return (end === -1 ? url : url.slice(0, end)).trim();
}
