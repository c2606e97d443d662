import { expect, test } from "vitest";
import { readChainHealth } from "@/lib/domains/audit-chain/read/statistics";
import { listVerifications } from "@/lib/domains/audit-chain/read/verification-runs";
import { VerificationList, VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createVictim, removeGuards } from "@/lib/domains/audit-chain/testing/attacker";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { verifyChain } from "@/lib/domains/audit-chain/verification/verifications";
import { ownTestDatabase } from "@/tools/database/testing";

const owner = ownerOf(ownTestDatabase(), removeGuards);

test("lists an organisation's verifications, newest first, with results that the service stored", async () => {
  const { ctx } = await createVictim(owner, { events: 3 });
  const other = await createVictim(owner, { events: 1 });
  await verifyChain(ctx, VerifyChain.parse({}));
  const later = { ...ctx, clock: { now: () => ctx.clock.now() + 1_000 } };
  await verifyChain(later, VerifyChain.parse({ from: 2, to: 3 }));
  await verifyChain(other.ctx, VerifyChain.parse({}));

  const { data, pagination } = await listVerifications(ctx, { limit: 1 });
  expect(data).toMatchObject([{ status: "ok", mode: "full", from: 2, to: 3, eventsVerified: 2, findingsTotal: 0 }]);
  expect(pagination.total).toBe(2);
  const next = await listVerifications(ctx, { limit: 10, cursor: pagination.nextCursor });
  expect(next.data).toMatchObject([{ status: "ok", from: 1, to: 3 }]);
  expect(VerificationList.parse(next)).toEqual(next);

  await owner.query("UPDATE chain_verifications SET report = replace(report, '\"to\":3', '\"to\":9') WHERE id = $1", [
    data[0]?.id,
  ]);
  expect((await listVerifications(ctx, { limit: 1 })).data).toMatchObject([
    { status: "interrupted", from: null, to: null, findingsTotal: null, verifiedAt: null },
  ]);
});

test("lists failed verifications of a short chain, up to a limit per hour, without changing the verified extent", async () => {
  const { ctx, organisationId } = await createVictim(owner, { events: 3 });
  const other = await createVictim(owner, { events: 1 });
  await verifyChain(ctx, VerifyChain.parse({}));
  await owner.query("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 2", [
    organisationId,
  ]);
  expect(await verifyChain(ctx, VerifyChain.parse({}))).toMatchObject({ status: "failed" });
  const { data } = await listVerifications(ctx, { limit: 10 });
  expect(data.map(({ status }) => status).sort()).toEqual(["failed", "ok"]);
  expect(data.find(({ status }) => status === "failed")).toMatchObject({ from: 1, to: 4, findingsTotal: 1 });
  const health = { state: "BROKEN", verifiedTo: 3, openFindings: 1 };
  expect(await readChainHealth(organisationId, ctx.clock.now())).toMatchObject(health);
  expect((await listVerifications(other.ctx, { limit: 10 })).data).toEqual([]);

  await owner.query(
    `INSERT INTO chain_verifications SELECT (jsonb_populate_record(v, jsonb_build_object('id', v.id || number))).*
     FROM chain_verifications v, generate_series(1, 8) number WHERE organisation_id = $1 AND status = 'failed'`,
    [organisationId],
  );
  const total = async () => (await listVerifications(ctx, { limit: 1 })).pagination.total;
  await Promise.all([1, 2].map(() => verifyChain(ctx, VerifyChain.parse({ from: 2, to: 3 }))));
  expect(await total()).toBe(11);
  ctx.clock.nowMs += 3_600_000;
  await verifyChain(ctx, VerifyChain.parse({ from: 2, to: 3 }));
  expect(await total()).toBe(12);
  expect(await readChainHealth(organisationId, ctx.clock.now())).toMatchObject(health);
});

test("a mismatch with the caller's receipt is not listed and does not change the state of the chain", async () => {
  const { ctx, organisationId } = await createVictim(owner, { events: 3 });
  await verifyChain(ctx, VerifyChain.parse({}));
  const expectedHead = { organisationId, chainPosition: 2, blockHash: `sha256:${"0".repeat(64)}` };
  expect(await verifyChain(ctx, VerifyChain.parse({ expectedHead }))).toMatchObject({ status: "failed" });
  expect((await listVerifications(ctx, { limit: 10 })).data).toMatchObject([{ status: "ok" }]);
  expect(await readChainHealth(organisationId, ctx.clock.now())).toMatchObject({ state: "INTACT" });
});

test("the caller gets the result of a failed verification that the database does not accept", async () => {
  const { ctx, organisationId } = await createVictim(owner, { events: 3 });
  await owner.query("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 2", [
    organisationId,
  ]);
  await owner.query("ALTER TABLE chain_verifications ADD CONSTRAINT hidden CHECK (status <> 'failed') NOT VALID");
  try {
    expect(await verifyChain(ctx, VerifyChain.parse({}))).toMatchObject({ status: "failed", findingsTotal: 1 });
  } finally {
    await owner.query("ALTER TABLE chain_verifications DROP CONSTRAINT hidden");
  }
});

test.each([
  ["without a receipt", "UNABLE", null],
  ["with the caller's receipt", "INTACT", "{}"],
])("after a failed full verification %s that left no findings, the state is %s", async (_how, state, receipt) => {
  const { ctx, organisationId } = await createVictim(owner, { events: 3 });
  await verifyChain(ctx, VerifyChain.parse({}));
  await owner.query(
    `INSERT INTO chain_verifications SELECT (jsonb_populate_record(v, jsonb_build_object('id', v.id || 'f', 'status', 'failed',
       'expected_head', $2::text, 'created_at', v.created_at + interval '1 second'))).*
     FROM chain_verifications v WHERE organisation_id = $1`,
    [organisationId, receipt],
  );
  expect(await readChainHealth(organisationId, ctx.clock.now())).toMatchObject({ state });
});
