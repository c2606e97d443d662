import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyChain } from "@/lib/domains/audit-chain";
import {
  approveIdentification,
  listIdentifications,
  matchUsers,
  rejectIdentification,
  requestIdentification,
  sweepUserPseudonyms,
  updateUserPseudonyms,
} from "@/lib/domains/shadow-ai";
import type { Identification } from "@/lib/domains/shadow-ai/schemas-users";
import { eventsAbout, outcomeOf, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { createFirm, everythingStored, type Firm, importUsers } from "@/lib/domains/shadow-ai/testing/users";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { type Role, roles, scopes } from "@/lib/platform/core/roles";
import { provideSingleton } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const reason = "The user uploaded 2 GB.";
let firm: Firm;
let detectionId: string;
let pseudonym: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

beforeEach(async () => {
  firm = await createFirm();
  const detection = await importUsers(firm, ["canary.jones"]);
  detectionId = detection.id;
  pseudonym = detection.users?.pseudonyms[0]?.pseudonym ?? "";
});

const request = (person: Context = firm.analyst) => requestIdentification(person, { detectionId, pseudonym, reason });

async function approved(): Promise<Identification> {
  return approveIdentification(firm.admin, (await request()).id, {});
}

const match = (id: string, candidates: string[], person: Context = firm.analyst) =>
  matchUsers(person, id, { candidates });

test("a member requests, a member with another role approves, and the requester finds the name", async () => {
  const requested = await request();
  expect(requested).toMatchObject({
    ...{ detectionId, pseudonym, reason, status: "PENDING" },
    ...{ requestedBy: firm.analyst.actor.email, requesterRole: "ANALYST", decidedBy: null, expiresAt: null },
  });
  const decided = await approveIdentification(firm.admin, requested.id, { note: "Agreed." });
  expect(decided).toMatchObject({
    ...{ status: "APPROVED", decidedBy: firm.admin.actor.email, deciderRole: "ADMIN", decisionNote: "Agreed." },
    expiresAt: "2026-11-21T12:00:00.000Z",
  });
  expect(await match(requested.id, ["ada", "ben"])).toEqual({ match: null });
  expect(await match(requested.id, ["ada", "Canary.Jones"])).toEqual({ match: "Canary.Jones" });
  expect((await listIdentifications(firm.admin, { limit: 10 })).data).toEqual([decided]);
});

test("records every step on the chain, without names, pseudonyms or reasons", async () => {
  const { id } = await approved();
  await match(id, ["ada"]);
  await match(id, ["ada", "canary.jones"]);
  const second = await request();
  await rejectIdentification(firm.admin, second.id, { note: "Not needed." });
  const events = (await eventsAbout(firm.ctx, detectionId)).slice(1);
  const about = { detectionId, identificationId: id, requestedById: firm.analyst.actor.id };
  expect(events.map(({ actor, payload }) => [actor?.id, payload])).toMatchObject([
    [firm.analyst.actor.id, { kind: "SHADOW_AI_IDENTIFICATION_REQUESTED", ...about }],
    [firm.admin.actor.id, { kind: "SHADOW_AI_IDENTIFICATION_APPROVED", ...about }],
    [firm.analyst.actor.id, { kind: "SHADOW_AI_IDENTIFICATION_USED", ...about, result: "NO_MATCH", candidates: 1 }],
    [firm.analyst.actor.id, { kind: "SHADOW_AI_IDENTIFICATION_USED", ...about, result: "MATCH", candidates: 2 }],
    [firm.analyst.actor.id, { kind: "SHADOW_AI_IDENTIFICATION_REQUESTED" }],
    [firm.admin.actor.id, { kind: "SHADOW_AI_IDENTIFICATION_REJECTED", identificationId: second.id }],
  ]);
  const texts = JSON.stringify(events);
  for (const secret of ["canary", pseudonym, reason, "Not needed"]) expect(texts).not.toContain(secret);
  expect(await verifyChain(firm.ctx, { mode: "full" })).toMatchObject({ status: "ok", findingsTotal: 0 });
});

test("does not store or log the names", async () => {
  const logged: unknown[] = [];
  const note = (...line: unknown[]) => logged.push(JSON.stringify(line));
  provideSingleton("log", { info: note, warn: note, error: note, debug: note, trace: note, fatal: note });
  const { id } = await approved();
  await match(id, ["canary.jones", "canary.smith"]);
  await match(id, ["canary.smith"]).catch(() => undefined);
  expect(await everythingStored()).not.toContain("canary");
  expect(logged.join()).not.toContain("canary");
});

describe.each(roles)("role %s", (role) => {
  const may = (allowed: readonly Role[]) => (allowed.includes(role) ? "allowed" : "insufficient_scope");

  test("can request, list and decide only as the role allows", async () => {
    const person = personIn(firm.ctx, role);
    const decides: readonly Role[] = ["APPROVER", "ADMIN"];
    const first = await request();
    expect(await outcomeOf(approveIdentification(person, first.id, {}))).toBe(may(decides));
    const status = decides.includes(role) ? "APPROVED" : "PENDING";
    if (status === "PENDING") await rejectIdentification(firm.admin, first.id, {});
    const second = await request();
    expect(await outcomeOf(rejectIdentification(person, second.id, {}))).toBe(may(decides));
    if (status === "PENDING") await rejectIdentification(firm.admin, second.id, {});
    expect(await outcomeOf(request(person))).toBe(may(["ANALYST", "APPROVER"]));
    const readers: readonly Role[] = ["ANALYST", "APPROVER", "AUDITOR", "ADMIN"];
    expect(await outcomeOf(listIdentifications(person, { limit: 10 }))).toBe(may(readers));
  });
});

describe("four eyes", () => {
  test.each([
    ["approve", approveIdentification],
    ["reject", rejectIdentification],
  ])("the requester cannot %s the request, regardless of their role", async (_, decide) => {
    const approver = personIn(firm.ctx, "APPROVER");
    const { id } = await request(approver);
    expect(await outcomeOf(decide(approver, id, {}))).toBe("insufficient_scope");
    const promoted = { ...approver, actor: { ...approver.actor, role: "ADMIN" as const } };
    await expect(decide(promoted, id, {})).rejects.toThrow(/You made this request/);
  });

  test("a member with the requester's role cannot decide", async () => {
    const { id } = await request(personIn(firm.ctx, "APPROVER"));
    await expect(approveIdentification(personIn(firm.ctx, "APPROVER"), id, {})).rejects.toThrow(/another role/);
    expect(await approveIdentification(firm.admin, id, {})).toMatchObject({ status: "APPROVED" });
  });

  test("a member with the role that the requester has since received cannot decide", async () => {
    const { id } = await request();
    const { actor } = firm.analyst;
    await pool().query(
      `INSERT INTO members (id, organisation_id, email, name, role, created_at, updated_at)
       VALUES ($1, $2, $3, 'Ada', 'APPROVER', now(), now())`,
      [actor.id, firm.ctx.organisation.id, actor.email],
    );
    await expect(approveIdentification(personIn(firm.ctx, "APPROVER"), id, {})).rejects.toThrow(/another role/);
    expect(await approveIdentification(firm.admin, id, {})).toMatchObject({ status: "APPROVED" });
  });

  test("an administrator who changed the requester's account cannot decide", async () => {
    const { id } = await request();
    await pool().query(
      `INSERT INTO credential_changes (id, organisation_id, account_id, kind, role, actor_kind, actor_id, occurred_at)
       SELECT $1, $2, $3, 'ROLE_CHANGED', 'ANALYST', 'user', $4, $5`,
      [
        newId("credentialChange"),
        firm.ctx.organisation.id,
        firm.analyst.actor.id,
        firm.admin.actor.id,
        new Date(firm.clock.nowMs),
      ],
    );
    await expect(approveIdentification(firm.admin, id, {})).rejects.toThrow(/not independent/);
  });

  test.each([
    ["the requester's role", "decider_role = requester_role"],
    ["the requester", "decided_by_id = requested_by_id"],
  ])("the database rejects a decision by %s", async (_, edit) => {
    const { id } = await request();
    const decided = `status = 'APPROVED', decided_by_id = 'x', decider_role = 'ADMIN', decided_at = now(), expires_at = now()`;
    const set = decided.replace(new RegExp(`${edit.split(" ")[0]} = '\\w+'`), edit);
    await expect(pool().query(`UPDATE shadow_ai_identifications SET ${set} WHERE id = $1`, [id])).rejects.toThrow(
      /four_eyes/,
    );
  });

  test("API keys cannot use any of the operations", async () => {
    const { id } = await request();
    const actor = { kind: "api-key" as const, id: newId("apiKey"), name: "SIEM" };
    const key = { ...firm.ctx, actor, scopes: new Set(scopes) };
    const attempts = [
      request(key),
      approveIdentification(key, id, {}),
      rejectIdentification(key, id, {}),
      match(id, ["ada"], key),
      listIdentifications(key, { limit: 10 }),
    ];
    expect(await Promise.all(attempts.map(outcomeOf))).toEqual(Array(5).fill("insufficient_scope"));
  });
});

const deleteKey = () =>
  pool().query("DELETE FROM shadow_ai_user_keys WHERE organisation_id = $1", [firm.ctx.organisation.id]);

test("rejects requests without a key, while the pseudonyms are being deleted", async () => {
  await deleteKey();
  await expect(request()).rejects.toThrow(/disabled/);
});

test("does not compare names with a pseudonym of a previous key", async () => {
  const { id } = await approved();
  await deleteKey();
  await sweepUserPseudonyms();
  firm.clock.nowMs += 1_000;
  await updateUserPseudonyms(firm.admin, { enabled: true });
  expect(await outcomeOf(match(id, ["canary.jones"]))).toBe("conflict");
});

test("rejects a user without traffic in the last 30 days", async () => {
  firm.clock.nowMs += 31 * 86_400_000;
  expect(await outcomeOf(request())).toBe("validation_failed");
});

type Attempt = (id: string) => Promise<unknown>;

test.each<[string, Attempt, string]>([
  [
    "a pseudonym of no user",
    () => requestIdentification(firm.analyst, { detectionId, pseudonym: "user_0123456789abcdef", reason }),
    "validation_failed",
  ],
  [
    "a detection that does not exist",
    () => requestIdentification(firm.analyst, { detectionId: newId("detection"), pseudonym, reason }),
    "not_found",
  ],
  ["a second request while one is pending", () => request(), "conflict"],
  ["a request that does not exist", () => approveIdentification(firm.admin, newId("identification"), {}), "not_found"],
  ["names before the approval", (id) => match(id, ["ada"]), "conflict"],
  [
    "names after a rejection",
    async (id) => {
      await rejectIdentification(firm.admin, id, {});
      return match(id, ["ada"]);
    },
    "conflict",
  ],
  [
    "names of another member",
    async (id) => {
      await approveIdentification(firm.admin, id, {});
      return match(id, ["ada"], personIn(firm.ctx, "ANALYST"));
    },
    "insufficient_scope",
  ],
  [
    "names after 24 hours",
    async (id) => {
      await approveIdentification(firm.admin, id, {});
      firm.clock.nowMs += 86_400_000;
      return match(id, ["ada"]);
    },
    "conflict",
  ],
  [
    "names after the pseudonyms are deleted",
    async (id) => {
      await approveIdentification(firm.admin, id, {});
      await updateUserPseudonyms(firm.admin, { enabled: false });
      return match(id, ["ada"]);
    },
    "conflict",
  ],
  [
    "an approval after the pseudonyms are deleted",
    async (id) => {
      await updateUserPseudonyms(firm.admin, { enabled: false });
      return approveIdentification(firm.admin, id, {});
    },
    "conflict",
  ],
  [
    "a second decision",
    async (id) => {
      await rejectIdentification(firm.admin, id, {});
      return approveIdentification(firm.admin, id, {});
    },
    "conflict",
  ],
])("rejects %s", async (_, attempt, code) => {
  const { id } = await request();
  expect(await outcomeOf(attempt(id))).toBe(code);
});

test("another organisation can neither see nor use a request", async () => {
  const { id } = await approved();
  const other = await createFirm();
  expect((await listIdentifications(other.admin, { limit: 10 })).data).toEqual([]);
  const attempts = [
    requestIdentification(other.analyst, { detectionId, pseudonym, reason }),
    approveIdentification(other.admin, id, {}),
    rejectIdentification(other.admin, id, {}),
    match(id, ["canary.jones"], other.analyst),
  ];
  expect(await Promise.all(attempts.map(outcomeOf))).toEqual(Array(4).fill("not_found"));
});

test("the list has filters", async () => {
  await rejectIdentification(firm.admin, (await request()).id, {});
  const pending = await request();
  const ids = async (query: object) =>
    (await listIdentifications(firm.analyst, { limit: 10, ...query })).data.map(({ id }) => id);
  expect(await ids({ status: "PENDING" })).toEqual([pending.id]);
  expect(await ids({ detectionId })).toHaveLength(2);
  expect(await ids({ detectionId: newId("detection") })).toEqual([]);
});

test("the database rejects a replaced pseudonym, and the service rejects one whose hash is not sealed", async () => {
  const { id } = await approved();
  const set = "UPDATE shadow_ai_identifications SET user_key";
  await expect(pool().query(`${set} = 'user_0123456789abcdef' WHERE id = $1`, [id])).rejects.toThrow(/only be deleted/);
  await pool().query("UPDATE shadow_ai_identifications SET decision_note = 'edited' WHERE id = $1", [id]);
  expect(await verifyChain(firm.ctx, { mode: "full" })).toMatchObject({
    findings: [expect.objectContaining({ code: "record_changed" })],
  });
});
