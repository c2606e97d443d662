import { domainToASCII } from "node:url";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";
import { maskedAddress, parseAddress } from "@/lib/domains/shadow-ai/ingest/mask/clients";
import { maskedPath } from "@/lib/domains/shadow-ai/ingest/mask/paths";
import { detached } from "@/lib/domains/shadow-ai/ingest/text/field-text";

/** A host in a record. */
export interface Host {
  /** Lower case, punycode, no port, no trailing dot; addresses unchanged. */
  name: string;
  port: number | null;
  /** Whether the host is an address, whose name another line may provide. */
  isAddress: boolean;
}

const nameMax = 253;
/**
 * Names as in DNS messages, including underscores. The last label is not a number, which would be an invalid address.
 */
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Names that contain an address: `ip-10-20-30-40.ec2.internal`, `10.20.30.40.nip.io`. */
const addressInName = /(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2\d{1,3}(?!\d)/g;
/** The same with an IPv6 address, its colons as hyphens: `2001-db8--1-2-3.example.net`. */
const longAddressInName = /(?:[0-9a-f]{1,4}-{1,2}){4,7}[0-9a-f]{1,4}(?![0-9a-z])/g;

/**
 * Reads a logged host: `API.OpenAI.com.`, `api.openai.com:443`, `[2001:db8::1]:443`, `user@host`. Null for other text,
 * and for reverse zone names, which are client addresses.
 */
export function parseHost(text: string): Host | null {
  if (text.length > 2 * nameMax) return null;
  const bare = text.slice(text.lastIndexOf("@") + 1).trim();
  const address = parseAddress(bare);
  if (address) return { name: address.text, port: portOf(bare), isAddress: true };
  const colon = bare.indexOf(":");
  const port = colon === -1 ? null : portOf(bare);
  if (colon !== -1 && port === null) return null;
  const name = asciiName((colon === -1 ? bare : bare.slice(0, colon)).replace(/\.$/, ""));
  if (name.length > nameMax || !hostName.test(name) || name.endsWith(".arpa")) return null;
  return { name: withoutAddress(name), port, isAddress: false };
}

/** The host of a connection identified only by its address; masked if it is the client's own address. */
export function hostOfAddress(text: string, client: string | null | undefined): string | null {
  const address = parseAddress(text);
  if (!address) return null;
  const isClient = client !== null && client !== undefined && parseAddress(client)?.text === address.text;
  return address.isPrivate || isClient ? maskedAddress(address) : address.text;
}

function asciiName(name: string): string {
  const lower = name.toLowerCase();
  for (let index = 0; index < lower.length; index++) if (lower.charCodeAt(index) > 126) return domainToASCII(lower);
  return lower;
}

function withoutAddress(name: string): string {
  if (!/\d[.-]\d|[0-9a-f]-[0-9a-f-]/.test(name)) return detached(name);
  return name.replace(longAddressInName, "x").replace(addressInName, "$1$2$3$2$4$2x");
}

function portOf(text: string): number | null {
  const port = /[\]\w.][:#](\d{1,5})$/.exec(text)?.[1];
  if (port === undefined || (text.indexOf(":") !== text.lastIndexOf(":") && !text.startsWith("["))) return null;
  return Number(port) <= 65_535 ? Number(port) : null;
}

/** The stored parts of a URL. */
export interface MaskedUrl {
  host: Host | null;
  /** The default port of the scheme if the URL has none. */
  defaultPort: number | null;
  path: string | null;
}

const defaultPorts: Record<string, number> = { http: 80, ws: 80, https: 443, wss: 443 };
const nothing: MaskedUrl = { host: null, defaultPort: null, path: null };

/** Maximum length of a URL that is read. */
const urlMax = 4_096;

/** Reads URLs: absolute ones, `host:port` of CONNECT, `host/path` without scheme if enabled, and paths. */
export class UrlMask {
  private readonly hosts = new BoundedCache<Host | null>();
  private readonly paths = new BoundedCache<string>();

  host(text: string): Host | null {
    return this.hosts.get(text, parseHost);
  }

  url(text: string): MaskedUrl {
    const url = withoutQuery(text.length > urlMax ? text.slice(0, urlMax) : text);
    if (url === "" || url === "-" || url === "*") return nothing;
    if (url.startsWith("/") && !url.startsWith("//"))
      return { host: null, defaultPort: null, path: this.paths.get(url, maskedPath) };
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]{0,20}):\/\//.exec(url);
    const start = scheme ? scheme[0].length : url.startsWith("//") ? 2 : 0;
    const slash = url.indexOf("/", start);
    const host = this.host(slash === -1 ? url.slice(start) : url.slice(start, slash));
    if (!host) return nothing;
    const defaultPort = defaultPorts[scheme?.[1]?.toLowerCase() ?? ""] ?? null;
    return { host, defaultPort, path: slash === -1 ? null : this.paths.get(url.slice(slash), maskedPath) };
  }
}

/** The part before the query string and the fragment, also if their delimiters are percent-encoded. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]|%3f|%23|%253f|%2523/i);
  return (end === -1 ? url : url.slice(0, end)).trim();
}
