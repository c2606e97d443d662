import { Secret, TOTP } from "otpauth";
import { decryptSecret, encryptSecret } from "@/lib/encryption";

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, thirty seconds. */
const form = { issuer: "Governance Audit Service", algorithm: "SHA1", digits: 6, period: 30 };
/** Steps before and after the current one that count, for clocks that are not quite right. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** A new secret in base 32, as people type it where they cannot scan. */
export function generateTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What a QR code says to an authenticator app. */
export function otpauthUrl(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The time step that a code is of, the one before or the one after it; undefined for a code of none of them. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = totp(secret).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : TOTP.counter({ timestamp: nowMs, period: form.period }) + delta;
}

function totp(secret: string, label = ""): TOTP {
  return new TOTP({ ...form, label, secret: Secret.fromBase32(secret) });
}

interface Owner {
  organisationId: string;
  memberId: string;
}

/** The secret as it is stored: it does not decrypt in the row of anybody else. */
export function sealTotpSecret(secret: string, owner: Owner): string {
  return encryptSecret(secret, totpContext(owner));
}

export function openTotpSecret(sealed: string, owner: Owner): string {
  return decryptSecret(sealed, totpContext(owner));
}

function totpContext({ organisationId, memberId }: Owner): string {
  return `member-second-factor/${organisationId}/${memberId}`;
}
