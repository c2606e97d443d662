import { validationFailed } from "@/lib/errors";
import { commonPasswords } from "@/lib/members/passwords/common-passwords";

/** What somebody who wants to get in as this member would try first. */
interface PasswordOwner {
  email: string;
  organisationName: string;
}

const serviceName = "Governance Audit Service";

/**
 * Refuses (400, at `path`) a new password that would be tried first: the address, the name of the service or of the
 * organisation, one of the commonest, one character or a row of them. There are no rules on what kinds of characters it
 * has (NIST SP 800-63B, 3.1.1.2); its length is the schema's.
 */
export function requireGoodPassword(path: string, password: string, owner: PasswordOwner): void {
  const message = problemOf(password, owner);
  if (message !== undefined) throw validationFailed([{ path, message }]);
}

/** What is wrong with a password, or undefined. */
export function problemOf(password: string, { email, organisationName }: PasswordOwner): string | undefined {
  const core = coreOf(password);
  const [localPart = ""] = email.split("@");
  if ([email, localPart].some((text) => coreOf(text) === core)) return "must not be the e-mail address";
  if (core === coreOf(serviceName)) return "must not be the name of the service";
  if (core === coreOf(organisationName)) return "must not be the name of the organisation";
  const whole = squeezed(password);
  if (commonPasswords.has(core) || commonPasswords.has(whole) || isRow(whole)) {
    return "is one of the commonest passwords: choose one that nobody would guess";
  }
  return undefined;
}

/** In lower case, without blanks and hyphens, and without the digits and marks that people put behind what they remember. */
function coreOf(text: string): string {
  const whole = squeezed(text);
  return whole.replace(/[\p{N}\p{P}\p{S}]+$/u, "") || (/^\p{N}+$/u.test(whole) ? "" : whole);
}

function squeezed(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}

/** One character again and again, or each the next of the one before: `111111111111`, `abcdefghijkl`. */
function isRow(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size <= 1 && Math.abs(step) <= 1;
}
