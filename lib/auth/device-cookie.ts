import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { purposeKey } from "@/lib/secrets";

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
