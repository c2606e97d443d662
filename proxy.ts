import { type NextRequest, NextResponse } from "next/server";
import { pageHeaders } from "@/lib/platform/http/page-headers";

/**
 * What every page is sent with. Its policy names a nonce of this one answer: Next gives it to the scripts it writes, which
 * it learns from the policy in the request's headers, and nothing else in a page runs. Layouts read `x-nonce`, and
 * `x-pathname` for the way back after signing in.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const headers = pageHeaders(nonce);
  const inner = new Headers(request.headers);
  inner.set("x-nonce", nonce);
  inner.set("x-pathname", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  inner.set("content-security-policy", headers["Content-Security-Policy"]);
  const response = NextResponse.next({ request: { headers: inner } });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

export const config = {
  // Pages alone: the API and the files of the build say for themselves what they are sent with, and so does /docs.
  matcher: ["/((?!v1(?:/|$)|api/|docs(?:/|$)|_next/|icon\\.svg$|favicon\\.ico$).*)"],
};
