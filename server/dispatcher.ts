import type { IncomingMessage, ServerResponse } from "node:http";
import { sendNodeResponse } from "srvx/node";
import { createPathRouter } from "@/lib/platform/http/router";
import type { NextHandler } from "@/lib/platform/http/types";
import { WebRequest } from "./web-request";

/** A handler by method. */
export type RouteModule = Partial<Record<string, unknown>>;

/** Responds to a request. Returns false if no route serves it, so that Next can. */
export type Dispatcher = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Serves routes directly, without Next. */
export function createDispatcher(routes: [path: string, module: RouteModule][]): Dispatcher {
  const find = createPathRouter(routes);
  return async (request, response) => {
    const { method = "", url = "" } = request;
    const [path = ""] = url.split("?", 1);
    const found = find(path);
    const handler = found?.data[method] as NextHandler | undefined;
    if (!found || !handler) return false;
    const answer = await handler(new WebRequest(request, response), { params: Promise.resolve(found.params) });
    await sendNodeResponse(response, answer);
    return true;
  };
}
