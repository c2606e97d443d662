import { handleAuth } from "@/lib/auth/handle-auth";
import { observe } from "@/lib/http/observe";
import { renderError } from "@/lib/http/reply";
import { requestIdOf } from "@/lib/http/request-id";
import type { Exchange } from "@/lib/http/route";

/** The handler of /api/auth: nothing that is thrown leaves it, and each request has its line in the log. */
export async function authRoute(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const exchange: Exchange = {
    request,
    requestId: requestIdOf(request),
    startedAt: performance.now(),
    principal: undefined,
    rate: undefined,
    deprecated: undefined,
  };
  const { nextauth } = await context.params;
  let response: Response;
  try {
    response = await handleAuth(request, nextauth);
  } catch (error) {
    response = renderError(error, exchange);
  }
  const operation = response.status === 404 ? "unknown" : `${request.method} /api/auth/${nextauth.join("/")}`;
  observe(exchange, operation, response.status);
  return response;
}
