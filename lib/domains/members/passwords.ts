import { hash, verify } from "@node-rs/argon2";
import { commonPasswords } from "@/lib/domains/members/common-passwords";
import type { MemberContext } from "@/lib/domains/members/member";
import { type PasswordChange, recordMemberEvent } from "@/lib/domains/members/member-events";
import { endSessions, voidTokens } from "@/lib/domains/members/sessions-store";
import { changeMember, type StoredMember } from "@/lib/domains/members/store";
import { publicUrl } from "@/lib/platform/config/public-url";
import { validationFailed } from "@/lib/platform/core/errors";
import type { Transaction } from "@/lib/platform/database/db";
import { passwordChangedMail, queueMail } from "@/lib/platform/mail";

/** Argon2id, which is the library's default, at the figures that OWASP names for it; 19 MiB for each at a time. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a password that nobody has, at the same figures. */
const nobodys = "$argon2id$v=19$m=19456,t=2,p=1$zZwzEDGQmrPv1XdnK/TZQg$iO713ohvcgA/Bc5QjNVFmufJ/ULfwE2bZ7o16e5D8Lw";

/** Beyond it nothing can be the password of anybody, and no work is done on it. */
const charactersMax = 1_024;

/** What is stored of a password: Argon2id in the PHC form, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/**
 * Whether a password is the one behind a hash. Without a hash the answer is false and costs as much, so that the time it
 * takes does not tell whether there is such a member.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const given = password.length > charactersMax ? "" : password.normalize("NFKC");
  const matches = await verify(storedHash ?? nobodys, given);
  return matches && storedHash !== null;
}

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

interface Replacement {
  passwordHash: string;
  how: PasswordChange;
  keepSessionId?: string;
}

/**
 * Sets another password: every other session ends, links that were mailed for a reset do, and the member is told. Answers
 * the sessions that ended, which the caller has forgotten after the commit. The second factor stays as it is.
 */
export async function replacePassword(
  ctx: MemberContext,
  tx: Transaction,
  { id, organisationId, email, name }: Pick<StoredMember, "id" | "organisationId" | "email" | "name">,
  { passwordHash, how, keepSessionId }: Replacement,
): Promise<string[]> {
  const at = new Date(ctx.clock.now());
  await changeMember(tx, organisationId, id, { passwordHash, passwordChangedAt: at, updatedAt: at });
  await voidTokens(tx, { organisationId, memberId: id, kind: "PASSWORD_RESET" }, at);
  const ended = await endSessions(tx, { organisationId, memberId: id, keepId: keepSessionId }, at);
  const mail = passwordChangedMail({
    organisation: ctx.organisation,
    name,
    at,
    how,
    forgottenUrl: publicUrl("/forgot-password"),
  });
  await queueMail(tx, { organisationId, to: email, template: "password-changed", ...mail }, ctx.clock);
  const sessionsEnded = ended.length;
  await recordMemberEvent(ctx, tx, { kind: "MEMBER_PASSWORD_CHANGED", memberId: id, how, sessionsEnded });
  return ended;
}
