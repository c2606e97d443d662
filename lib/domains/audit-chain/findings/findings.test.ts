import { describe, expect, test } from "vitest";
import {
  confirmResolution as confirm,
  listFindings,
  rejectResolution,
  requestResolution,
} from "@/lib/domains/audit-chain/findings/findings";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { readChainHealth } from "@/lib/domains/audit-chain/read/statistics";
import { ListFindings } from "@/lib/domains/audit-chain/schemas-verification";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { findSharedControl, recordCredentialChanges } from "@/lib/domains/credentials";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import type { Role } from "@/lib/platform/core/roles";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database);

const zeros = `sha256:${"0".repeat(64)}`;
const reason = { reason: "The public key was missing on one server during a rotation." };

function as({ ctx }: TestChain, name: string, role: Role = "ADMIN"): Context {
  return {
    ...ctx,
    clock: systemClock,
    scopes: new Set(),
    actor: { kind: "user", id: `usr_${name}`, email: `${name}@example.com`, name, role, sessionId: "ses_1" },
  };
}

function detect({ ctx }: TestChain, chainPosition = 1): Promise<boolean> {
  return recordFinding(ctx.organisation.id, {
    eventId: `position:${chainPosition}`,
    code: "checkpoint_signature",
    chainPosition,
    storedHash: zeros,
    computedHash: zeros,
    detectedAt: new Date().toISOString(),
  });
}

const confirmResolution = (ctx: Context, id: string) => confirm(ctx, id, findSharedControl);

const listed = async ({ ctx }: TestChain, query: object = {}) =>
  (await listFindings(ctx, ListFindings.parse(query))).data;

async function withFinding() {
  const chain = await createTestChain();
  await detect(chain);
  const [finding] = await listed(chain);
  return { chain, id: finding?.id ?? "", ada: as(chain, "ada"), ben: as(chain, "ben") };
}

const openFindings = async ({ ctx }: TestChain) =>
  (await readChainHealth(ctx.organisation.id, Date.now())).openFindings;

test("two administrators resolve a finding, which stays in the history", async () => {
  const { chain, id, ada, ben } = await withFinding();
  expect(await listed(chain)).toMatchObject([{ id, status: "OPEN", eventId: null, resolutions: [] }]);
  expect(await openFindings(chain)).toBe(1);

  const requested = await requestResolution(ada, id, reason);
  expect(requested).toMatchObject({
    status: "RESOLUTION_REQUESTED",
    resolutions: [{ status: "REQUESTED", ...reason, requestedBy: "ada@example.com", decidedBy: null }],
  });
  expect(await openFindings(chain)).toBe(1);
  const resolved = await confirmResolution(ben, id);
  expect(resolved).toMatchObject({
    status: "RESOLVED",
    resolutions: [{ status: "RESOLVED", requestedBy: "ada@example.com", decidedBy: "ben@example.com" }],
  });
  expect(await openFindings(chain)).toBe(0);
  expect(await listed(chain)).toEqual([resolved]);

  const events = await everyEvent(chain.ctx);
  const common = { findingId: id, code: "checkpoint_signature", chainPosition: 1 };
  expect(events.map(({ id: eventId, actor, payload }) => ({ eventId, actor: actor?.id, payload }))).toEqual([
    {
      eventId: resolved.resolutions[0]?.requestedEventId,
      actor: "usr_ada",
      payload: { kind: "INTEGRITY_FINDING_RESOLUTION_REQUESTED", ...common },
    },
    {
      eventId: resolved.resolutions[0]?.decidedEventId,
      actor: "usr_ben",
      payload: { kind: "INTEGRITY_FINDING_RESOLVED", ...common },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain(reason.reason);
});

test("a resolved finding that is found again reopens with a notification", async () => {
  const { chain, id, ada, ben } = await withFinding();
  await requestResolution(ada, id, reason);
  await confirmResolution(ben, id);
  expect(await detect(chain)).toBe(true);
  expect(await detect(chain)).toBe(false);
  expect(await openFindings(chain)).toBe(1);
  expect(await listed(chain)).toMatchObject([{ status: "OPEN", resolutions: [{ status: "REOPENED" }] }]);
  const { rows } = await pool().query("SELECT event FROM pending_effects WHERE event LIKE $1", [
    `%${chain.ctx.organisation.id}%`,
  ]);
  expect(rows).toHaveLength(1);
  await requestResolution(ben, id, reason);
  await confirmResolution(ada, id);
  expect((await listed(chain))[0]?.resolutions.map(({ status }) => status)).toEqual(["RESOLVED", "REOPENED"]);
});

test("a rejected or withdrawn request leaves the finding open", async () => {
  const { chain, id, ada, ben } = await withFinding();
  for (const decider of [ben, ada]) {
    await requestResolution(ada, id, reason);
    expect((await rejectResolution(decider, id)).status).toBe("OPEN");
  }
  expect(await openFindings(chain)).toBe(1);
  expect((await everyEvent(chain.ctx)).at(-1)?.payload).toMatchObject({
    kind: "INTEGRITY_FINDING_RESOLUTION_REJECTED",
  });
});

describe("findings: permissions", () => {
  type Setup = Awaited<ReturnType<typeof withFinding>>;
  test.each<[string, (setup: Setup) => Promise<unknown>, string]>([
    [
      "the confirmation of one's own request",
      async ({ id, ada }) => {
        await requestResolution(ada, id, reason);
        await confirmResolution(ada, id);
      },
      "insufficient_scope",
    ],
    [
      "the confirmation of a request by a member whom the confirmer just added",
      async ({ id, ada, ben }) => {
        const added = { accountId: ben.actor.id, kind: "MEMBER_CREATED", role: "ADMIN" } as const;
        await inTransaction(undefined, (tx) => recordCredentialChanges(ada, tx, [added]));
        await requestResolution(ben, id, reason);
        await confirmResolution(ada, id);
      },
      "insufficient_scope",
    ],
    [
      "the confirmation of a resolution that was not requested",
      ({ id, ben }) => confirmResolution(ben, id),
      "conflict",
    ],
    ["the rejection of a resolution that was not requested", ({ id, ben }) => rejectResolution(ben, id), "conflict"],
    [
      "a repeated request",
      async ({ id, ada, ben }) => {
        await requestResolution(ada, id, reason);
        await requestResolution(ben, id, reason);
      },
      "conflict",
    ],
    ["an unknown finding", ({ ada }) => requestResolution(ada, "fnd_0", reason), "not_found"],
    ["an auditor", ({ chain, id }) => requestResolution(as(chain, "eve", "AUDITOR"), id, reason), "insufficient_scope"],
    [
      "an API key",
      ({ chain, id }) => requestResolution({ ...chain.ctx, scopes: new Set(["admin"]) }, id, reason),
      "insufficient_scope",
    ],
  ])("rejects %s", async (_case, work, code) => {
    const setup = await withFinding();
    await expect(work(setup)).rejects.toMatchObject({ code });
    expect(await openFindings(setup.chain)).toBe(1);
  });

  test("rejects another organisation's finding like an unknown one", async () => {
    const [{ chain, id }, other] = [await withFinding(), await withFinding()];
    expect(other.id).not.toBe(id);
    const stranger = as(other.chain, "mallory");
    for (const work of [
      () => requestResolution(stranger, id, reason),
      () => confirmResolution(stranger, id),
      () => rejectResolution(stranger, id),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await listed(other.chain)).map((finding) => finding.id)).toEqual([other.id]);
    expect((await listed(chain))[0]?.status).toBe("OPEN");
  });

  test("the database rejects a confirmation by the requester", async () => {
    const { chain, id, ada } = await withFinding();
    await requestResolution(ada, id, reason);
    const change = owner.query(
      `UPDATE finding_resolutions SET status = 'RESOLVED', decided_by_id = requested_by_id, decided_by = requested_by,
         decided_at = now() WHERE organisation_id = $1`,
      [chain.ctx.organisation.id],
    );
    await expect(change).rejects.toThrow("finding_resolutions_four_eyes");
  });
});

test("lists findings by status, newest first, in pages", async () => {
  const { chain, id, ada } = await withFinding();
  for (const position of [2, 3]) await detect(chain, position);
  await requestResolution(ada, id, reason);
  expect((await listed(chain, { status: "OPEN" })).map(({ chainPosition }) => chainPosition).sort()).toEqual([2, 3]);
  expect(await listed(chain, { status: "RESOLUTION_REQUESTED" })).toMatchObject([{ id }]);
  expect(await listed(chain, { status: "RESOLVED" })).toEqual([]);
  const first = await listFindings(chain.ctx, ListFindings.parse({ limit: "2" }));
  expect(first.pagination).toMatchObject({ total: 3, hasMore: true });
  const rest = await listFindings(chain.ctx, ListFindings.parse({ limit: "2", cursor: first.pagination.nextCursor }));
  expect([...first.data, ...rest.data].map((finding) => finding.id).sort()).toEqual(
    (await listed(chain)).map((finding) => finding.id).sort(),
  );
});
