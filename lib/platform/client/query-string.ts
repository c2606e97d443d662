type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
type Query = { readonly [name: string]: QueryValue };

/** Removes empty members and sorts the rest by name, so that equal filters have equal query keys and requests. */
export function compactQuery(query: object): Record<string, string | number | boolean | readonly (string | number)[]> {
  const members = Object.entries(query as Query).filter(([, value]) => !isEmpty(value));
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members) as ReturnType<typeof compactQuery>;
}

/** `?a=1&b=x,y`, or an empty string. */
export function queryString(query: object | undefined): string {
  const members = Object.entries(compactQuery(query ?? {}));
  if (members.length === 0) return "";
  return `?${new URLSearchParams(members.map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]))}`;
}

function isEmpty(value: QueryValue): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
