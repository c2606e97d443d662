import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/platform/core/clock";
import { purposeKey } from "@/lib/platform/crypto/secrets";
import { type AttemptLimit, consumeAttempt, networkOf, returnAttempt } from "@/lib/platform/rate-limits";

/** Seconds for which a browser is known as one that a member has signed in with. */
export const deviceSeconds = 365 * 24 * 60 * 60;

/**
 * The value of a cookie that a browser gets when a member has signed in with it: `nonce.end.mac`. With it attempts are
 * counted by device, so that nobody who guesses elsewhere can lock the member out (OWASP, "device cookies").
 */
export function issueDevice(memberId: string, nowMs: number): string {
  const nonce = randomBytes(16).toString("base64url");
  const end = Math.floor(nowMs / 1000) + deviceSeconds;
  return `${nonce}.${end}.${macOf(memberId, nonce, end)}`;
}

/** Which device of this member a cookie is of; undefined for one of another member, altered or past its end. */
export function deviceOf(cookie: string | undefined, memberId: string, nowMs: number): string | undefined {
  const [, nonce, end, mac] = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(cookie ?? "") ?? [];
  if (nonce === undefined || end === undefined || mac === undefined) return undefined;
  const expected = macOf(memberId, nonce, Number(end));
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
  return nowMs < Number(end) * 1000 ? nonce : undefined;
}

function macOf(memberId: string, nonce: string, end: number): string {
  return createHmac("sha256", purposeKey("device-cookies")).update(`${memberId} ${nonce} ${end}`).digest("base64url");
}

/** Failures in a quarter of an hour after which no password is looked at any more. */
export const failuresMax = { address: 30, account: 10, device: 10 } as const;
const windowSeconds = 15 * 60;

interface Attempter {
  address: string;
  /** As it was typed: there need not be such a member. */
  email: string;
  /** The device, where its cookie was good for the member. */
  device: string | undefined;
}

/** An attempt that may be made, until it is known what came of it. */
interface Attempt {
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
