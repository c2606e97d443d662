import { addRoute, createRouter, findRoute } from "rou3";

/** The route of a path with its decoded parameters. */
interface Match<T> {
  data: T;
  params: Record<string, string>;
}

/**
 * Finds the route of a path.
 *
 * @param routes - paths with parameters in braces (`/v1/audit/{id}`, `{path...}` for the rest), each with its data.
 */
export function createPathRouter<T>(routes: Iterable<readonly [path: string, data: T]>) {
  const router = createRouter<{ data: T }>();
  for (const [path, data] of routes) {
    addRoute(router, "", path.replaceAll(/\{(\w+)\.\.\.\}/g, "**:$1").replaceAll(/\{(\w+)\}/g, ":$1"), { data });
  }
  return (path: string): Match<T> | undefined => {
    const found = findRoute(router, "", normalised(path));
    if (!found) return undefined;
    const params = Object.entries(found.params ?? {}).map(([name, value]) => [name, decode(value)]);
    return { data: found.data.data, params: Object.fromEntries(params) };
  };
}

/** A path with percent-encoded characters that need no encoding written out (RFC 3986, 6.2.2.2). */
function normalised(path: string): string {
  if (!path.includes("%")) return path;
  return path
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/");
}

function decode(value: string): string {
  return value.includes("%") ? decodeURIComponent(value) : value;
}
