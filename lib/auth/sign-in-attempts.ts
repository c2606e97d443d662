import { createHash } from "node:crypto";
import type { Clock } from "@/lib/clock";
import { type AttemptLimit, consumeAttempt, networkOf, returnAttempt } from "@/lib/rate-limits";

/** Failures in a quarter of an hour after which no password is looked at any more. */
export const failuresMax = { address: 30, account: 10, device: 10 } as const;
const windowSeconds = 15 * 60;

/** Whose attempts count together. */
export interface Attempter {
  address: string;
  /** As it was typed: there need not be such a member. */
  email: string;
  /** The device, where its cookie was good for the member. */
  device: string | undefined;
}

/** An attempt that may be made, until it is known what came of it. */
export interface Attempt {
  /** It was no failure: it does not count. */
  succeeded(): Promise<void>;
}

/**
 * Takes an attempt at signing in, before any password is looked at, so that no number of them at once gets past the limit;
 * undefined where there is none left. A device that is known has a bucket of its own and no other: whoever guesses from
 * elsewhere takes none of its attempts away.
 */
export async function takeAttempt(attempter: Attempter, clock: Clock): Promise<Attempt | undefined> {
  const taken: AttemptLimit[] = [];
  for (const limit of limitsOf(attempter)) {
    if (!(await consumeAttempt(limit, clock))) {
      await giveBack(taken, clock);
      return undefined;
    }
    taken.push(limit);
  }
  return { succeeded: () => giveBack(taken, clock) };
}

function limitsOf({ address, email, device }: Attempter): AttemptLimit[] {
  if (device !== undefined) return [{ bucket: `sign-in:device:${device}`, limit: failuresMax.device, windowSeconds }];
  const account = createHash("sha256").update(email.trim().toLowerCase()).digest("hex").slice(0, 32);
  return [
    { bucket: `sign-in:address:${networkOf(address)}`, limit: failuresMax.address, windowSeconds },
    { bucket: `sign-in:account:${account}`, limit: failuresMax.account, windowSeconds },
  ];
}

async function giveBack(taken: AttemptLimit[], clock: Clock): Promise<void> {
  await Promise.all(taken.map((limit) => returnAttempt(limit, clock)));
}
