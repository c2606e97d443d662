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

/** Argon2id, the library's default, with OWASP's parameters; 19 MiB per hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of no password, with the same parameters. */
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$zZwzEDGQmrPv1XdnK/TZQg$iO713ohvcgA/Bc5QjNVFmufJ/ULfwE2bZ7o16e5D8Lw";

/** Longer input is never hashed. */
const charactersMax = 1_024;

/** The stored form: Argon2id in PHC format with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/**
 * Whether a password matches a hash. Without a hash, the result is false after the same work, so that the response time
 * does not reveal whether the member exists.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const given = password.length > charactersMax ? "" : password.normalize("NFKC");
  const matches = await verify(storedHash ?? dummyHash, given);
  return matches && storedHash !== null;
}

interface PasswordOwner {
  email: string;
  organisationName: string;
}

const serviceName = "Governance Audit Service";

/**
 * Rejects (400, at `path`) a new password that is easily guessed: the address, the name of the service or organisation,
 * a common password or a sequence. There are no composition rules (NIST SP 800-63B, 3.1.1.2); the schema checks the
 * length.
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
    return "is a common password. Choose one that is harder to guess";
  }
  return undefined;
}

/** Lower case, without spaces, hyphens, and trailing digits and punctuation. */
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

/** A repeated character or a sequence: `111111111111`, `abcdefghijkl`. */
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
 * Sets a password, ends all other sessions and open reset links, and notifies the member. Returns the ended sessions;
 * the caller drops them from the cache after the commit.
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
