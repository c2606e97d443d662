/** Maximum length of an endpoint's URL, in characters. */
export const endpointUrlMax = 2_048;

/**
 * Suffixes of names for one machine or network, regardless of their addresses (RFC 6761, 6762, 8375; ICANN on
 * .internal).
 */
const privateSuffixes = ["localhost", "local", "internal", "home.arpa"];

/** RFC 1123 labels, an underscore allowed as is common practice; at least two, the last of them no number. */
const publicName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const anyName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const nameMax = 253;

/** The host of a URL: a name, or an address without brackets. */
export interface EndpointHost {
  kind: "name" | "address";
  host: string;
}

/**
 * The problem with an endpoint's URL, as the end of a sentence; undefined if it is valid. A URL must use HTTPS, have no
 * credentials and no fragment, and use port 443 or a port from 1024 to 65535. {@link privateHostProblem} in
 * `guarded-agent.ts` checks whether its host is allowed.
 */
export function endpointUrlProblem(text: string): string | undefined {
  if (text.length > endpointUrlMax) return `must have at most ${endpointUrlMax.toLocaleString("en")} characters`;
  // Parsers accept "https:example.com", "https://a\@b" and line breaks, but not all in the same way.
  const authority = /^https:\/\/([^/?#\\]+)[^\\]*$/i.exec(text)?.[1];
  const isPlain = [...text].every((character) => character > " " && character !== "\u007f");
  if (authority === undefined || !isPlain || !URL.canParse(text))
    return "must be an HTTPS URL such as https://example.com/hook";
  const url = new URL(text);
  if (authority.includes("@")) return "must not contain credentials";
  if (text.includes("#")) return "must not have a fragment";
  if (url.port !== "" && Number(url.port) < 1_024) return "must use port 443 or a port from 1024 to 65535";
  const { kind, host } = endpointHost(url);
  if (kind === "name" && (host.length > nameMax || !anyName.test(host)))
    return "must contain a host name or an address";
  return undefined;
}

/** The host of a URL: an IPv4 address has four decimal parts by then, however it was written (WHATWG URL, host parser). */
export function endpointHost(url: URL): EndpointHost {
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[")) return { kind: "address", host: host.slice(1, -1) };
  return { kind: /^\d+(?:\.\d+){3}$/.test(host) ? "address" : "name", host };
}

/** Whether a name can be public: it has at least two labels and no suffix that is private by convention. */
export function isPublicName(name: string): boolean {
  return publicName.test(name) && !privateSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}
