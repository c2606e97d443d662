/** A value of a query. Undefined ones are left out. */
type QueryValue = string | number | boolean | readonly string[] | undefined;

/** What a path and its query are filled with. */
export interface UrlParts {
  path?: Record<string, string> | undefined;
  query?: Record<string, QueryValue> | undefined;
}

/**
 * The URL of an operation. Throws a TypeError where a part of the path is missing, or one that would lead elsewhere: a URL
 * with `..` or nothing in the place of an id names another resource.
 */
export function buildUrl(origin: string, template: string, { path = {}, query = {} }: UrlParts): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: ${name} must be an id, not ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    // A list is a parameter that is repeated: its values may contain commas.
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ""}`;
}

/** Where the paths of the document begin: the address without `/v1`, which each of them has, and without a slash. */
export function originOf(baseUrl: string): string {
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError(`baseUrl must begin with https:// or http://, not ${baseUrl}`);
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
}
