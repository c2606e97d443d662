import { servedRoutes } from "@/app/v1/served-routes";
import { createPathRouter } from "@/lib/platform/http/router";
import type { NextHandler } from "@/lib/platform/http/types";

/** A request that a test sends to a route. */
export interface Sent {
  /** Without one, or with null, the request has no `Authorization`. */
  key?: string | null | undefined;
  headers?: Record<string, string> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** The parameters of the path. */
  params?: Record<string, string> | undefined;
}

/** Calls the handler of a route as the server does. `url` can have any origin, or none. */
export function callRoute(handler: NextHandler, method: string, url: string, sent: Sent): Promise<Response> {
  const { key, body, params = {} } = sent;
  const headers = new Headers(sent.headers);
  if (key !== undefined && key !== null) headers.set("authorization", `Bearer ${key}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  const request = new Request(new URL(url, "http://localhost"), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

/** A response with a JSON body; an empty one is `{}`. */
export async function readAnswer<Body>(response: Response): Promise<{ status: number; headers: Headers; body: Body }> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text || "{}") as Body };
}

const find = createPathRouter(servedRoutes);

interface ApiCall extends Omit<Sent, "params"> {
  /** Of a signed-in browser. */
  session?: { headers: Record<string, string> } | undefined;
}

/** Sends a request to the API: `callApi("GET", "/v1/models?limit=1", { key })`. */
export async function callApi<Body>(method: string, url: string, { session, ...sent }: ApiCall = {}) {
  const found = find(url.split("?")[0] ?? "");
  const handler = found?.data[method];
  if (!handler) throw new Error(`no handler for ${method} ${url}`);
  const headers = { ...session?.headers, ...sent.headers };
  return readAnswer<Body>(await callRoute(handler, method, url, { ...sent, headers, params: found.params }));
}
