import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter, findRoute } from "rou3";
import { sendNodeResponse } from "srvx/node";
import type { NextHandler } from "@/lib/platform/http/types";
import { WebRequest } from "./web-request";

/** A route file's exports: a handler by method. */
export type RouteModule = Partial<Record<string, unknown>>;

/** Answers a request; false if no route file serves it, so that a page may. */
export type Dispatcher = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Serves route files directly, without Next.
 *
 * @param routes - paths with parameters in braces (`/v1/audit/{id}`, `{path...}` for the rest), each with its module.
 */
export function createDispatcher(routes: [path: string, module: RouteModule][]): Dispatcher {
  const router = createRouter<RouteModule>();
  for (const [path, module] of routes) {
    addRoute(router, "", path.replaceAll(/\{(\w+)\.\.\.\}/g, "**:$1").replaceAll(/\{(\w+)\}/g, ":$1"), module);
  }
  return async (request, response) => {
    const { method = "", url = "" } = request;
    const found = findRoute(router, "", pathOf(url));
    const handler = found?.data[method] as NextHandler | undefined;
    if (!found || !handler) return false;
    const params = Object.fromEntries(Object.entries(found.params ?? {}).map(([name, value]) => [name, decode(value)]));
    const answer = await handler(new WebRequest(request, response), { params: Promise.resolve(params) });
    await sendNodeResponse(response, answer);
    return true;
  };
}

/** The path of a target, with percent-encoded characters that need no encoding written out (RFC 3986, 6.2.2.2). */
function pathOf(target: string): string {
  const query = target.indexOf("?");
  const path = query === -1 ? target : target.slice(0, query);
  if (!path.includes("%")) return path;
  return path
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/");
}

function decode(value: string): string {
  return value.includes("%") ? decodeURIComponent(value) : value;
}
