/** A value of a query. Undefined values are omitted. */
type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface UrlParts {
  path?: Record<string, string> | undefined;
  query?: Record<string, QueryValue> | undefined;
}

/**
 * The URL of an operation. Throws a TypeError for a missing ID, or for an ID such as `..` that would change the
 * resource.
 */
export function buildUrl(origin: string, template: string, { path = {}, query = {} }: UrlParts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: ${name} must be an ID, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    // Lists are repeated parameters, because their values may contain commas.
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ""}`;
}

/** The base URL without `/v1` and without a trailing slash. */
export function originOf(baseUrl: string): string {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError(`baseUrl must start with https:// or http://, not ${baseUrl}`);
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
}
