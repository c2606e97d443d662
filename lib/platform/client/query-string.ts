type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
type Query = { readonly [name: string]: QueryValue };

/**
 * Filters without those that say nothing, in the order of their names: the same filters make the same cache key and the
 * same request, whoever wrote them down.
 */
export function compactQuery(query: object): Record<string, string | number | boolean | readonly (string | number)[]> {
  const said = Object.entries(query as Query).filter(([, value]) => !saysNothing(value));
  said.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(said) as ReturnType<typeof compactQuery>;
}

/** `?a=1&b=x,y`, or nothing when no member says anything. Lists are joined by commas. */
export function queryString(query: object | undefined): string {
  const said = Object.entries(compactQuery(query ?? {}));
  if (said.length === 0) return "";
  return `?${new URLSearchParams(said.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]))}`;
}

function saysNothing(value: QueryValue): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
