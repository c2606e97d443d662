import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { clientAddress } from "@/lib/platform/http/request";
import { consumeAnonymous, consumeOperator, type RateState, rateLimited } from "@/lib/platform/rate-limits";

/** Whether the request has a bearer token. Compares digests, so that the time does not depend on the length. */
export function hasBearer({ headers }: Request, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.get("authorization") ?? ""), digest(`Bearer ${token}`));
}

/**
 * Admits requests with OPERATOR_TOKEN. @throws `not_found` if it is not set, `unauthorized` for another token, and
 * `rate_limited`.
 */
export async function admitOperator(request: Request): Promise<RateState> {
  const token = env().OPERATOR_TOKEN;
  if (token === undefined) throw new ServiceError("not_found", "Not found.");
  const isOperator = hasBearer(request, token);
  const rate = isOperator
    ? await consumeOperator(systemClock)
    : await consumeAnonymous(clientAddress(request), systemClock);
  if (!rate.allowed) throw rateLimited(rate, systemClock, "Too many requests");
  if (isOperator) return rate;
  throw new ServiceError("unauthorized", "Send the operator token: Authorization: Bearer <OPERATOR_TOKEN>.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}
