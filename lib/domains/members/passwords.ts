import { hash, verify } from "@node-rs/argon2";
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

/**
 * Bases of common passwords of at least twelve characters, from published lists of leaked passwords: lower case,
 * without spaces, hyphens, and trailing digits and punctuation.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passw0rd p@ssword p@ssw0rd pa55word mypassword newpassword thepassword yourpassword passwordpassword
  password1password mysecretpassword secretpassword temporarypassword defaultpassword changepassword changeme changemenow
  changethis pleasechangeme welcome welcomehome welcometo welcomeback letmein letmeinnow pleaseletmein opensesame
  administrator administration admin adminadmin adminpassword rootpassword superuser superadmin superman supersecret
  topsecret iloveyou iloveyousomuch iloveyouforever ilovemyself ilovemyfamily ilovemymom iloveyoubaby iloveu
  qwertyuiop qwertyuiopasdfghjkl qwertyuiopasdf qwertyuiopas asdfghjkl asdfghjklzxcvbnm asdfghjkl;' zxcvbnm zxcvbnmasdfghjkl
  qwertyqwerty qwerty qwertyasdfgh qwertyuiop[] qwertzuiop azertyuiop 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i
  1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc q1w2e3r4t5y6 qazwsxedcrfv qazwsxedc zaq12wsxcde3 zaq1xsw2cde3 1qaz1qaz1qaz
  abcdefghijkl abcdefghijklm abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abcdefg abcdefgh abcd abc abc123abc123 abcabcabcabc
  aaaaaaaaaaaa 123qwe123qwe qwe123qwe123 a1b2c3d4e5f6 football footballfootball baseball basketball liverpool manchesterunited
  manchester chelsea arsenal barcelona realmadrid princess princessprincess sunshine sunshinesunshine dragon monkey starwars
  spiderman batman pokemon michaeljackson metallica blink slipknot linkinpark whatever whateverwhatever trustno trustnoone
  correcthorsebatterystaple correcthorse thisismypassword thisisapassword thisispassword idontknow nopassword none
  testtesttest testpassword testing test guestguest guest masterpassword master computer computercomputer internet
  summertime summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday jesuschrist jesusislord jesuslovesme godisgood godislove
  christmas christopher elizabeth alexander alexandra jonathan samantha stephanie hello helloworld hellohello hellokitty
  freedom forever foreverandever friends bestfriends friendsforever chocolate strawberry butterfly sweetheart beautiful
  mustang corvette harley ferrari mercedes porsche samsung google facebook microsoft windows linkedin company business
  012345678901 0123456789012 123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 1234567890123456789
  01234567890123456789 12345678901234567890 987654321098 9876543210987 098765432109 0987654321098 112233445566
  11223344556677 1122334455667788 123123123123 123123123123123 123321123321 121212121212 12121212121212 101010101010
  131313131313 147258369147 147258369147258 159357159357 123456123456 1234512345123 123412341234 12345612345678
  102030405060 10203040506070 010203040506 112112112112 102938475610 142536475869 192837465019 314159265358 3141592653589
  compliance governance auditor regulator finance banking security
  `
    .trim()
    .split(/\s+/),
);
