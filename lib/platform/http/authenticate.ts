import { authenticateKey } from "@/lib/domains/api-keys";
import { authenticateSession } from "@/lib/platform/auth/sessions";
import { systemClock } from "@/lib/platform/core/clock";
import type { Principal } from "@/lib/platform/core/context";
import { rateLimitHeaders, requireServed } from "@/lib/platform/http/reply";
import { requireSameOrigin } from "@/lib/platform/http/request";
import { consumeFor } from "@/lib/platform/rate-limits";

interface Manner {
  /** Sent automatically by a page, so it does not count as activity. */
  background?: boolean | undefined;
}

/**
 * Authenticates a caller by the `Authorization: Bearer` header, or without that header by the session cookie. Undefined for
 * an unknown caller. Throws `origin_mismatch` for a change with a session that another site requested, and `unavailable`
 * for an organisation that is not served here.
 */
export async function authenticate(
  request: Pick<Request, "method" | "headers">,
  manner: Manner = {},
): Promise<Principal | undefined> {
  const principal = await identify(request, manner);
  if (principal) requireServed(principal.organisation.move, request.method);
  return principal;
}

async function identify(request: Pick<Request, "method" | "headers">, manner: Manner): Promise<Principal | undefined> {
  const header = request.headers.get("authorization");
  if (header === null) return authenticatePerson(request, manner);
  if (header.length < 8 || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return authenticateKey(header.slice(7).trim(), systemClock);
}

const keyForm = /^gas_(?:live|test)_/;
const bearerHint = "Send the API key as a bearer token: Authorization: Bearer <API_KEY>.";

/** The mistake in how an API key was sent, if any. */
export function authorizationMistake(headers: Headers): string | undefined {
  const header = headers.get("authorization");
  if (header === null)
    return headers.has("x-api-key") ? `The X-API-Key header is not supported. ${bearerHint}` : undefined;
  const [scheme = "", credentials = ""] = header.trim().split(/\s+/);
  if (keyForm.test(scheme)) return `The Authorization header must start with Bearer. ${bearerHint}`;
  if (scheme.toLowerCase() === "bearer") return credentials === "" ? bearerHint : undefined;
  const isBasicKey = scheme.toLowerCase() === "basic" && keyForm.test(Buffer.from(credentials, "base64").toString());
  return isBasicKey ? `Basic authentication is not accepted. ${bearerHint}` : bearerHint;
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
 * The rate-limit headers for a response without an operation (OPTIONS, invalid HTTP), which costs one unit. Empty for an
 * unknown caller.
 */
export async function rateHeaders(request: Pick<Request, "method" | "headers">): Promise<Record<string, string>> {
  const principal = await authenticate(request).catch(() => undefined);
  if (!principal) return {};
  return rateLimitHeaders(await consumeFor(principal.organisation, "other.read", 1, systemClock));
}
