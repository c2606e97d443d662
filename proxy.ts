import { type NextRequest, NextResponse } from "next/server";
import { pageHeaders } from "@/lib/platform/http/page-headers";

/**
 * Sets the security headers of pages. Next reads the nonce from the policy in the request headers and adds it to its
 * scripts. Layouts read `x-nonce`, and `x-pathname` to return to the page after signing in.
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
  // Pages only: the API, build files and /docs set their own headers.
  matcher: ["/((?!v1(?:/|$)|mcp$|api/|services/|docs(?:/|$)|_next/|icon\\.svg$|favicon\\.ico$).*)"],
};
