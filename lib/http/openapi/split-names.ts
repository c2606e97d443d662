import type { JsonObject } from "@/lib/http/openapi/types";

type Named = Record<string, JsonObject>;

/**
 * Puts the components of requests and of answers into one namespace: a name that means the same on both sides stays, one
 * that does not is `<name>Input` for requests. `renamed` makes a request's schema refer to the new names.
 */
export function splitNames(
  input: Named,
  output: Named,
): { renamed: (json: JsonObject) => JsonObject; components: Named } {
  const split = differing(input, output);
  const renamed = (json: JsonObject) => {
    const text = JSON.stringify(json).replace(/"\$ref":"#\/components\/schemas\/([^"]+)"/g, (same, id: string) =>
      split.has(id) ? `"$ref":"#/components/schemas/${id}Input"` : same,
    );
    return JSON.parse(text) as JsonObject;
  };
  const requests = Object.entries(input).map(([id, json]) => [split.has(id) ? `${id}Input` : id, renamed(json)]);
  const components = { ...Object.fromEntries(requests), ...output } as Named;
  return { renamed, components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Names whose schemas differ between the sides, and those that reach such a one. */
function differing(input: Named, output: Named): Set<string> {
  const shared = Object.keys(input).filter((id) => id in output);
  const split = new Set(shared.filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])));
  for (let size = -1; size !== split.size; ) {
    size = split.size;
    for (const id of shared) if (references(input[id] ?? {}).some((reference) => split.has(reference))) split.add(id);
  }
  return split;
}

/** The names of the components that a schema refers to. */
export function references(json: unknown): string[] {
  return [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id ?? "");
}
