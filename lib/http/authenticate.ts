import { authenticateKey } from "@/lib/api-keys";
import { authenticateSession } from "@/lib/auth/authenticate-session";
import { systemClock } from "@/lib/clock";
import type { Principal } from "@/lib/context";
import { requireSameOrigin } from "@/lib/http/require-same-origin";

interface Manner {
  /** Whether the request is a page's own and no sign of somebody being there. */
  background?: boolean | undefined;
}

/**
 * Who calls: by the `Authorization: Bearer` header, and where there is no such header by the session cookie; undefined for
 * nobody we know. Throws `origin_mismatch` where a session would change something for a page that is not ours.
 */
export async function authenticate(request: Request, manner: Manner = {}): Promise<Principal | undefined> {
  const header = request.headers.get("authorization");
  if (header === null) return authenticatePerson(request, manner);
  if (header.length < 8 || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return authenticateKey(header.slice(7).trim(), systemClock);
}

async function authenticatePerson(request: Request, { background }: Manner): Promise<Principal | undefined> {
  const principal = await authenticateSession(request.headers, systemClock, { background });
  if (principal) requireSameOrigin(request);
  return principal;
}
