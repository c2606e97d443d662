import { authenticateKey } from "@/lib/domains/api-keys";
import { authenticateSession } from "@/lib/platform/auth/sessions";
import { systemClock } from "@/lib/platform/core/clock";
import type { Principal } from "@/lib/platform/core/context";
import { rateLimitHeaders } from "@/lib/platform/http/reply";
import { requireSameOrigin } from "@/lib/platform/http/request";
import { consumeFor } from "@/lib/platform/rate-limits";

interface Manner {
  /** Whether the request is a page's own and no sign of somebody being there. */
  background?: boolean | undefined;
}

/**
 * Who calls: by the `Authorization: Bearer` header, and where there is no such header by the session cookie; undefined for
 * nobody we know. Throws `origin_mismatch` where a session would change something for a page that is not ours.
 */
export async function authenticate(
  request: Pick<Request, "method" | "headers">,
  manner: Manner = {},
): Promise<Principal | undefined> {
  const header = request.headers.get("authorization");
  if (header === null) return authenticatePerson(request, manner);
  if (header.length < 8 || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return authenticateKey(header.slice(7).trim(), systemClock);
}

const keyForm = /^gas_(?:live|test)_/;
const rightHeader = "Send the API key as a bearer token: Authorization: Bearer <API_KEY>.";

/** What is wrong with how a key was sent, where it was meant to be one; undefined where the header has the right form. */
export function authorizationMistake(headers: Headers): string | undefined {
  const header = headers.get("authorization");
  if (header === null) return headers.has("x-api-key") ? `The X-API-Key header is not read. ${rightHeader}` : undefined;
  const [scheme = "", credentials = ""] = header.trim().split(/\s+/);
  if (keyForm.test(scheme)) return `The Authorization header lacks the word Bearer. ${rightHeader}`;
  if (scheme.toLowerCase() === "bearer") return credentials === "" ? rightHeader : undefined;
  const isBasicKey = scheme.toLowerCase() === "basic" && keyForm.test(Buffer.from(credentials, "base64").toString());
  return isBasicKey ? `Basic authentication is not accepted. ${rightHeader}` : rightHeader;
}

async function authenticatePerson(
  request: Pick<Request, "method" | "headers">,
  { background }: Manner,
): Promise<Principal | undefined> {
  const principal = await authenticateSession(request.headers, systemClock, { background });
  if (principal) requireSameOrigin(request);
  return principal;
}

/**
 * The rate-limit headers of an answer that no operation gives (OPTIONS, a request that is not valid HTTP), which costs one
 * unit. None where the caller is not known or cannot be looked up.
 */
export async function rateHeaders(request: Pick<Request, "method" | "headers">): Promise<Record<string, string>> {
  const principal = await authenticate(request).catch(() => undefined);
  if (!principal) return {};
  return rateLimitHeaders(await consumeFor(principal.organisation, "other.read", 1, systemClock));
}
