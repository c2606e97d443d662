import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { keyedHash } from "@/lib/domains/members/tokens";
import { decryptSecret, encryptSecret } from "@/lib/platform/crypto/encryption";

/** RFC 6238 with the parameters that all authenticator apps support. */
const form = { issuer: "Governance Audit Service", algorithm: "SHA1", digits: 6, period: 30 };
/** Accepted time steps before and after the current one, for inaccurate clocks. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

/** Base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The content of the QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/** The time step of a code: the current, previous or next one; undefined for any other code. */
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

/** Encrypted and bound to the member. */
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

/** 32 unambiguous digits and letters: five bits each. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const groupLength = 5;
const groups = 2;

/** `4f9qm-x0ar7`, 50 random bits each. */
export function generateRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(generateCode());
  return [...codes];
}

function generateCode(): string {
  const letters = Array.from(randomBytes(groupLength * groups), (byte) => alphabet[byte & 31]).join("");
  return `${letters.slice(0, groupLength)}-${letters.slice(groupLength)}`;
}

/** The stored form of a recovery code, ignoring case, spaces and hyphens; undefined for text that cannot be one. */
export function hashRecoveryCode(memberId: string, code: string): string | undefined {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  if (plain.length !== groupLength * groups || !Array.from(plain).every((letter) => alphabet.includes(letter))) {
    return undefined;
  }
  return keyedHash("recovery-codes", `${memberId}/${plain}`);
}
