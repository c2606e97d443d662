import { readFile } from "node:fs/promises";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { createApiKey, rotateApiKey } from "@/lib/domains/api-keys";
import { appendEvent } from "@/lib/domains/audit-chain";
import { findControllers, findSharedControl, listNotableChanges } from "@/lib/domains/credentials";
import { inviteMember, renewInvitation, updateMember } from "@/lib/domains/members";
import type { Member } from "@/lib/domains/members/schemas";
import { createTenant, join, newAddress } from "@/lib/domains/members/testing";
import type { Context } from "@/lib/platform/core/context";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
const database = ownTestDatabase();
const dayMs = 24 * 60 * 60_000;

function asAdmin(ctx: Context, { id, email, name }: Member): Context {
  return { ...ctx, actor: { kind: "user", id, email, name, role: "ADMIN", sessionId: "ses_1" } };
}

async function stored(organisationId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await pool().query<Record<string, unknown>>(
    `SELECT account_id, kind, role, previous_role, actor_kind, actor_id, occurred_at FROM credential_changes
     WHERE organisation_id = $1 ORDER BY occurred_at, kind, account_id`,
    [organisationId],
  );
  return rows;
}

/** An administrator who invites members, promotes them and creates keys, one millisecond apart. */
async function makeChanges() {
  const { ctx, clock } = await createTenant();
  clock.nowMs = Date.now() - dayMs;
  const admin = asAdmin(ctx, await join(ctx, { role: "ADMIN" }));
  const invited = await inviteMember(admin, { email: newAddress(), name: "Ben", role: "APPROVER" });
  clock.nowMs += 1;
  await renewInvitation(admin, invited.id);
  clock.nowMs += 1;
  await updateMember(admin, invited.id, { role: "ANALYST", name: "Ben" });
  clock.nowMs += 1;
  const key = await createApiKey(ctx, { name: "Automation", scopes: ["audit:read"] });
  clock.nowMs += 1;
  await rotateApiKey(ctx, key.id, { overlapSeconds: 0 });
  return { ctx, clock, admin, invited };
}

test("rows cannot be changed or deleted by the application", async () => {
  const { ctx } = await makeChanges();
  for (const statement of [
    "UPDATE credential_changes SET actor_id = 'usr_other' WHERE organisation_id = $1",
    "DELETE FROM credential_changes WHERE organisation_id = $1",
  ]) {
    await expect(pool().query(statement, [ctx.organisation.id])).rejects.toThrow("permission denied");
  }
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await expect(owner.query("DELETE FROM credential_changes")).rejects.toThrow("append-only");
  await owner.end();
});

test("ignores an event that a caller writes like one of the service", async () => {
  const { ctx, admin } = await makeChanges();
  const before = await stored(ctx.organisation.id);
  const { rows } = await pool().query<{ id: string }>("SELECT id FROM models WHERE organisation_id = $1 AND system", [
    ctx.organisation.id,
  ]);
  const payload = { kind: "MEMBER_INVITED", memberId: admin.actor.id, role: "APPROVER" };
  const forged = { eventType: "CONFIG_CHANGE" as const, payload, severity: "INFO" as const, tags: [] };
  await appendEvent(ctx, { ...forged, modelId: rows[0]?.id ?? "" });
  expect(await stored(ctx.organisation.id)).toEqual(before);
});

test("an upgrade imports the changes recorded on the chain", async () => {
  const { ctx } = await makeChanges();
  const live = await stored(ctx.organisation.id);
  expect(live.map(({ kind }) => kind)).toEqual([
    ...["MEMBER_CREATED", "MEMBER_JOINED", "INVITATION_RENEWED", "ROLE_CHANGED", "API_KEY_CREATED", "API_KEY_CREATED"],
  ]);
  const migration = await readFile("prisma/migrations/20261123100100_credential_changes/migration.sql", "utf8");
  const superuser = new pg.Client(database.superuserUrl);
  await superuser.connect();
  await superuser.query("ALTER TABLE credential_changes DISABLE TRIGGER USER");
  await superuser.query("DELETE FROM credential_changes");
  await superuser.query("ALTER TABLE credential_changes ENABLE TRIGGER USER");
  await superuser.query("ALTER TABLE credential_changes ENABLE ALWAYS TRIGGER credential_changes_append_only");
  await superuser.query(migration.slice(migration.indexOf("DO $$")));
  await superuser.end();
  expect(await stored(ctx.organisation.id)).toEqual(live);
});

describe("administrators who control an account", () => {
  test("include the inviting member for 30 days, and no administrator of another organisation", async () => {
    const { ctx, clock, admin, invited } = await makeChanges();
    const controllers = (organisationId = ctx.organisation.id) =>
      inTransaction(undefined, (tx) => findControllers(tx, organisationId, invited.id, clock.now()));
    expect([...(await controllers()).keys()]).toEqual([admin.actor.id]);
    expect([...(await controllers((await createTenant()).ctx.organisation.id)).keys()]).toEqual([]);
    clock.nowMs += 30 * dayMs;
    expect([...(await controllers()).keys()]).toEqual([]);
  });

  test("include every administrator for 30 days after a change by an API key without a creator", async () => {
    const { ctx, clock, admin, invited } = await makeChanges();
    const keyOf = async (creator: Context): Promise<Context> => {
      const { id } = await createApiKey(creator, { name: "Provisioning", scopes: ["admin"] });
      return { ...ctx, actor: { kind: "api-key", id, name: "Provisioning" }, scopes: new Set(["admin"]) };
    };
    const invitedBy = async (by: Context) =>
      (await inviteMember(by, { email: newAddress(), name: "Cy", role: "APPROVER" })).id;
    const shared = (one: string, other: string, isAdministrator = false) => {
      const [first, second] = [one, other].map((id) => ({ id, kind: "user" as const, isAdministrator }));
      if (!first || !second) throw new Error("two accounts");
      return inTransaction(undefined, (tx) => findSharedControl(tx, ctx.organisation.id, [first, second], clock.now()));
    };
    const { id: unchanged } = await join(ctx, { role: "ANALYST" });
    const ofOperator = await invitedBy(await keyOf(ctx));
    const unknown = /added as approver by API key Provisioning .* its holder is unknown\.$/;
    expect(await shared(ofOperator, invited.id)).toMatch(unknown);
    expect(await shared(invited.id, ofOperator)).toMatch(unknown);
    expect(await shared(ofOperator, unchanged, true)).toMatch(unknown);
    expect(await shared(ofOperator, unchanged)).toBeUndefined();
    const ofMember = await invitedBy(await keyOf({ ...admin, scopes: new Set(["admin"]) }));
    expect(await shared(ofMember, unchanged, true)).toBeUndefined();
    clock.nowMs += 30 * dayMs;
    expect(await shared(ofOperator, invited.id)).toBeUndefined();
  });
});

test("lists role changes and new approvers of the last seven days of one organisation", async () => {
  const { ctx, clock, admin, invited } = await makeChanges();
  await makeChanges();
  const kinds = async () =>
    (await listNotableChanges(ctx.organisation.id, clock.now())).map(({ kind, accountId }) => `${kind} ${accountId}`);
  expect((await kinds()).sort()).toEqual(
    [`ROLE_CHANGED ${invited.id}`, `MEMBER_CREATED ${invited.id}`, `MEMBER_JOINED ${admin.actor.id}`].sort(),
  );
  clock.nowMs += 7 * dayMs;
  expect(await kinds()).toEqual([]);
});
