import { randomBytes } from "node:crypto";
import { keyedHash } from "@/lib/members/keyed-hash";

export const recoveryCodeCount = 10;

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
