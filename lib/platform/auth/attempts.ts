import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/platform/core/clock";
import { purposeKey } from "@/lib/platform/crypto/secrets";
import { type AttemptLimit, consumeAttempt, networkOf, returnAttempt } from "@/lib/platform/rate-limits";

/** How long a browser is recognised after a sign-in. */
export const deviceSeconds = 365 * 24 * 60 * 60;

/**
 * The value of the device cookie, `nonce.end.mac`, set at sign-in. Attempts with it are counted by device, so that
 * guessing elsewhere cannot lock the member out (OWASP, "device cookies").
 */
export function issueDevice(memberId: string, nowMs: number): string {
  const nonce = randomBytes(16).toString("base64url");
  const end = Math.floor(nowMs / 1000) + deviceSeconds;
  return `${nonce}.${end}.${macOf(memberId, nonce, end)}`;
}

/** The device of a cookie; undefined if it was issued to another member, was altered or has expired. */
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

/** Failed attempts in 15 minutes before further attempts are rejected. */
export const failuresMax = { address: 30, account: 10, device: 10 } as const;
const windowSeconds = 15 * 60;

interface Attempter {
  address: string;
  /** As typed; not necessarily of a member. */
  email: string;
  /** Only if its cookie is valid for the member. */
  device: string | undefined;
}

interface Attempt {
  /** The attempt does not count. */
  succeeded(): Promise<void>;
}

/**
 * Takes an attempt before the password is checked, so that concurrent attempts cannot exceed the limit; undefined if
 * none is left. A known device has its own limit, which attempts from elsewhere do not use up.
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
