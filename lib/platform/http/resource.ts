import { ServiceError } from "@/lib/platform/core/errors";
import { rateHeaders } from "@/lib/platform/http/authenticate";
import { requestIdOf, unknownMethodHeader } from "@/lib/platform/http/request";
import { refuse, serve } from "@/lib/platform/http/route";
import type { Method, NextHandler, Route } from "@/lib/platform/http/types";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The handlers of a path, by method. */
export type Handlers = Record<Method | "HEAD" | "OPTIONS", NextHandler>;

type Operations = Partial<Record<Method, Route>>;

/**
 * The handlers of several paths with their operations. Parameters are in braces: `/v1/models/{id}`.
 */
export function resources<Path extends string>(table: Record<Path, Operations>): Record<Path, Handlers> {
  const served = Object.entries<Operations>(table).map(([path, operations]) => [path, resource(path, operations)]);
  return Object.fromEntries(served) as Record<Path, Handlers>;
}

/** The operations of handlers, for the OpenAPI document. */
const served = new WeakMap<NextHandler, Route>();

/**
 * The handlers of a path: its operations, HEAD if it has a GET, OPTIONS, and 405 for every other method. `path` is the
 * URL path with its parameters in braces; it names the operation in logs and metrics.
 */
export function resource(path: string, operations: Operations): Handlers {
  const allowed = Object.keys(operations);
  if (operations.GET) allowed.push("HEAD");
  const allow = [...allowed, "OPTIONS"].join(", ");
  const rejectMethod = refuse((request) => {
    const method = request.headers.get(unknownMethodHeader) ?? request.method;
    return new ServiceError("method_not_allowed", `${method} is not allowed. Use ${allow}.`, {
      headers: { Allow: allow },
    });
  });
  const isExempt = Object.values(operations).every(({ options: { limit } }) => limit === "unlimited");
  const exported = { OPTIONS: answerOptions(allow, rejectMethod, { isExempt }), HEAD: rejectMethod } as Handlers;
  for (const method of methods) {
    const operation = operations[method];
    exported[method] = operation ? serve(operation, `${method} ${path}`) : rejectMethod;
    if (operation) served.set(exported[method], operation);
  }
  if (operations.GET) exported.HEAD = withoutBody(exported.GET);
  return exported;
}

/** The operation of an exported handler; undefined for a handler that rejects its method. */
export function operationOf(handler: unknown): Route | undefined {
  return served.get(handler as NextHandler);
}

/** Also rejects methods that no route file can export, such as TRACE, which the server redirects here. */
function answerOptions(allow: string, rejectMethod: NextHandler, { isExempt }: { isExempt: boolean }): NextHandler {
  return async (request, context) => {
    if (request.headers.has(unknownMethodHeader)) return rejectMethod(request, context);
    const rate = isExempt ? {} : await rateHeaders(request);
    return new Response(null, {
      status: 204,
      headers: { ...rate, Allow: allow, "X-Request-Id": requestIdOf(request) },
    });
  };
}

function withoutBody(get: NextHandler): NextHandler {
  return async function head(request, context) {
    const response = await get(request, context);
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers: response.headers });
  };
}
