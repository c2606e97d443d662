import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { keyedHash } from "@/lib/domains/members/tokens";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";

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

const recoveryCodeCount = 10;

/** Digits and letters that are not mistaken for one another when they are read from paper: 32, so five bits each. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const groupLength = 5;
const groups = 2;

/** New recovery codes: `4f9qm-x0ar7`, 50 random bits each. */
export function generateRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(generateCode());
  return [...codes];
}

function generateCode(): string {
  const letters = Array.from(randomBytes(groupLength * groups), (byte) => alphabet[byte & 31]).join("");
  return `${letters.slice(0, groupLength)}-${letters.slice(groupLength)}`;
}

/** What is stored of a member's code; undefined for a text that cannot be one. Case, blanks and hyphens do not matter. */
export function hashRecoveryCode(memberId: string, code: string): string | undefined {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  if (plain.length !== groupLength * groups || !Array.from(plain).every((letter) => alphabet.includes(letter))) {
    return undefined;
  }
  return keyedHash("recovery-codes", `${memberId}/${plain}`);
}
