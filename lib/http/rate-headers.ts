import { systemClock } from "@/lib/clock";
import { authenticate } from "@/lib/http/authenticate";
import { rateLimitHeaders } from "@/lib/http/reply";
import { consumeFor } from "@/lib/rate-limits";

/**
 * The rate-limit headers of an answer that no operation gives (OPTIONS, a request that is not valid HTTP), which costs one
 * unit. None where the caller is not known or cannot be looked up.
 */
export async function rateHeaders(request: Pick<Request, "method" | "headers">): Promise<Record<string, string>> {
  const principal = await authenticate(request).catch(() => undefined);
  if (!principal) return {};
  return rateLimitHeaders(await consumeFor(principal.organisation, "other.read", 1, systemClock));
}
