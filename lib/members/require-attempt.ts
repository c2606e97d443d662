import type { Clock } from "@/lib/clock";
import { ServiceError } from "@/lib/errors";
import { consumeAttempt, networkOf } from "@/lib/rate-limits";

/** What may be tried, with how often one address or one member may in ten minutes. */
const attempts = {
  invitation: 60,
  "password-reset": 20,
  "password-reset-link": 60,
  "own-password": 10,
  "own-second-factor": 10,
} as const;

const windowSeconds = 600;

/**
 * Takes an attempt from those of an address, or of a member by their id; of an IPv6 address all of its /64 share them.
 * Throws `rate_limited`.
 */
export async function requireAttempt(what: keyof typeof attempts, who: string, clock: Clock): Promise<void> {
  const bucket = `members:${what}:${networkOf(who)}`;
  if (await consumeAttempt({ bucket, limit: attempts[what], windowSeconds }, clock)) return;
  const seconds = windowSeconds - (Math.floor(clock.now() / 1000) % windowSeconds);
  throw new ServiceError("rate_limited", `Too many attempts. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}
