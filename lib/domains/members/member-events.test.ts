import { expect, test } from "vitest";
import { createApiKey } from "@/lib/domains/api-keys";
import { inviteMember, resetSecondFactor, updateMember } from "@/lib/domains/members";
import { sendPasswordReset } from "@/lib/domains/members/password-resets";
import type { Member } from "@/lib/domains/members/schemas";
import { codeOf, createTenant, join, mailsTo, newAddress } from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

async function createTeam() {
  const { ctx } = await createTenant();
  const [admin, other, analyst] = [
    await join(ctx, { role: "ADMIN" }),
    await join(ctx, { role: "ADMIN" }),
    await join(ctx, { role: "ANALYST" }),
  ];
  const by: Context = { ...ctx, actor: { kind: "user", ...admin, sessionId: "ses_1" } };
  return { ctx, by, admin, other, analyst };
}

type Team = Awaited<ReturnType<typeof createTeam>>;

const toMember = async ({ ctx, analyst }: Team) => {
  await pool().query("UPDATE members SET totp_secret = 'x', totp_enabled_at = now() WHERE id = $1", [analyst.id]);
  return ctx;
};

const changes: [string, (team: Team) => Promise<unknown>, RegExp][] = [
  [
    "a role change",
    ({ by, analyst }) => updateMember(by, analyst.id, { role: "MODEL_OWNER" }),
    /from analyst to model owner/,
  ],
  ["a promotion", ({ by, analyst }) => updateMember(by, analyst.id, { role: "APPROVER" }), /from analyst to approver/],
  [
    "a new approver",
    ({ by }) => inviteMember(by, { email: newAddress(), name: "Ben", role: "APPROVER" }),
    /added as approver/,
  ],
  [
    "a password reset requested by an administrator",
    ({ by, analyst, ctx }) =>
      sendPasswordReset({ ...analyst, organisationId: ctx.organisation.id }, ctx.clock, by.actor),
    /password reset requested/,
  ],
  [
    "a 2FA reset by an administrator",
    async (team) => {
      await toMember(team);
      await resetSecondFactor(team.by, team.analyst.id);
    },
    /two-factor authentication reset/,
  ],
];

test.each(changes)("%s is e-mailed to the other administrators, and not to its author", async (_, change, said) => {
  const team = await createTeam();
  const before = (await mailsTo(team.ctx, team.other.email, "account-changed")).length;
  const own = (await mailsTo(team.ctx, team.admin.email, "account-changed")).length;
  await change(team);
  const mails = await mailsTo(team.ctx, team.other.email, "account-changed");
  expect(mails).toHaveLength(before + 1);
  const texts = mails.map(({ text }) => text.replaceAll(/\s+/g, " ")).filter((text) => said.test(text));
  expect(texts).toEqual([expect.stringContaining(team.admin.email)]);
  expect(await mailsTo(team.ctx, team.admin.email, "account-changed")).toHaveLength(own);
});

test("a demoted or disabled administrator is also notified", async () => {
  const { ctx, by, other } = await createTeam();
  const third = await join(ctx, { role: "ADMIN" });
  await updateMember(by, other.id, { role: "VIEWER" });
  const textsTo = async ({ email }: Member) => (await mailsTo(ctx, email, "account-changed")).map(({ text }) => text);
  expect(await textsTo(other)).toContainEqual(expect.stringContaining("from administrator to viewer"));
  await updateMember(by, third.id, { disabled: true });
  expect(await textsTo(third)).toContainEqual(expect.stringContaining("access removed"));
});

test("renaming an analyst or inviting a viewer sends no e-mail", async () => {
  const { ctx, by, other, analyst } = await createTeam();
  const before = (await mailsTo(ctx, other.email, "account-changed")).length;
  await updateMember(by, analyst.id, { name: "Ada Lovelace" });
  await inviteMember(by, { email: newAddress(), name: "Vera", role: "VIEWER" });
  expect(await mailsTo(ctx, other.email, "account-changed")).toHaveLength(before);
});

test("administrators cannot change their own role with an API key that they created directly or through another key", async () => {
  const { ctx, by, admin, other } = await createTeam();
  const keyBy = async (creator: Context): Promise<Context> => {
    const { id, name } = await createApiKey(creator, { name: "Automation", scopes: ["admin"] });
    return { ...ctx, actor: { kind: "api-key", id, name }, scopes: new Set(["admin"]) };
  };
  const first = await keyBy(by);
  const second = await keyBy(first);
  for (const key of [first, second]) {
    expect(await codeOf(updateMember(key, admin.id, { role: "APPROVER" }))).toBe("conflict");
    expect(await codeOf(resetSecondFactor(key, admin.id))).toBe("conflict");
  }
  expect(await codeOf(updateMember(first, other.id, { role: "APPROVER" }))).toBeUndefined();
});

test("a password reset requested without authentication is attributed to no member", async () => {
  const { ctx, other, analyst } = await createTeam();
  const before = (await mailsTo(ctx, other.email, "account-changed")).length;
  const member: Member & { organisationId: string } = { ...analyst, organisationId: ctx.organisation.id };
  expect(await sendPasswordReset(member, ctx.clock)).toBe(true);
  expect(await mailsTo(ctx, other.email, "account-changed")).toHaveLength(before);
  const { rowCount } = await pool().query(
    "SELECT FROM credential_changes WHERE account_id = $1 AND kind LIKE 'PASS%'",
    [analyst.id],
  );
  expect(rowCount).toBe(0);
});
