import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { payloadWithoutSeals } from "@/lib/domains/audit-chain/testing/chain";
import { addMember, findMemberForSignIn, startSession } from "@/lib/domains/members";
import type { InviteMember, Member } from "@/lib/domains/members/schemas";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import type { Context } from "@/lib/platform/core/context";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { getMail, listMails } from "@/lib/platform/mail";

/** A valid password. */
export const goodPassword = "a heron fishes in the shallows";

/** A new organisation with a fixed clock. The context acts for the service itself. */
export async function createTenant(
  given: Partial<CreateOrganisation> = {},
): Promise<{ ctx: Context; clock: TestClock }> {
  const clock = createTestClock();
  return { ctx: await createTestContext(clock, given), clock };
}

/** A new address: addresses are unique across organisations. */
export function newAddress(): string {
  return `${newId("member").replace("_", ".")}@example.com`;
}

/** A member who has joined, with `goodPassword`. */
export function join(ctx: Context, given: Partial<InviteMember> = {}): Promise<Member> {
  return addMember(ctx, { email: newAddress(), name: "Ada Analyst", role: "ANALYST", ...given }, goodPassword);
}

/** Signs a member in. Returns their context and the session. */
export async function signIn(
  ctx: Context,
  { email }: Pick<Member, "email">,
): Promise<{ ctx: Context; sessionId: string }> {
  const member = await findMemberForSignIn(email, ctx.clock);
  if (!member) throw new Error(`no member has ${email}`);
  const manner = { method: "PASSWORD", secondFactor: false, userAgent: "Test", network: "192.0.2.0/24" } as const;
  const { sessionId } = await startSession(member, manner, ctx.clock);
  const { id, name, role } = member;
  return { ctx: { ...ctx, actor: { kind: "user", id, email, name, role, sessionId } }, sessionId };
}

/** The e-mails of a template to an address, newest first. */
export async function mailsTo(ctx: Context, to: string, template: string): Promise<{ text: string; html: string }[]> {
  const mails = await listMails({ organisationId: ctx.organisation.id, limit: 1_000 });
  const wanted = mails.filter((mail) => mail.recipient === to && mail.template === template);
  const read = await Promise.all(wanted.map(({ id }) => getMail(id)));
  return read.flatMap((mail) => (mail ? [{ text: mail.text, html: mail.html }] : []));
}

/** The token of the newest e-mail of a template. */
export async function mailedToken(ctx: Context, to: string, template: string): Promise<string> {
  const [newest] = await mailsTo(ctx, to, template);
  return /#token=([\w-]{43})\s/.exec(newest?.text ?? "")?.[1] ?? "";
}

/** Payloads of configuration events, oldest first, and all rows as text. */
export async function recorded(ctx: Context): Promise<{ payloads: Record<string, unknown>[]; text: string }> {
  const { rows } = await pool().query<{ event_type: string; content: string }>(
    "SELECT * FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position",
    [ctx.organisation.id],
  );
  const payloads = rows
    .filter(({ event_type }) => event_type === "CONFIG_CHANGE")
    .map(({ content }) => payloadWithoutSeals(content));
  return { payloads, text: JSON.stringify(rows) };
}

/** All stored data of an organisation's members, as text. */
export async function storedText(ctx: Context): Promise<string> {
  const tables = ["members", "member_sessions", "member_tokens", "mail_messages"];
  const rows = await Promise.all(
    tables.map((table) => pool().query(`SELECT * FROM ${table} WHERE organisation_id = $1`, [ctx.organisation.id])),
  );
  return JSON.stringify(
    rows.map((result) => result.rows as unknown),
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
}

/** The error code of rejected work; undefined if it succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown !== undefined && !(thrown instanceof ServiceError)) throw thrown;
  return thrown?.code;
}
