import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupCommit } from "@/lib/audit-chain/group-commit";
import { ChainVerification, Verification, VerifyChain } from "@/lib/audit-chain/schemas-verification";
import { preparedEvent } from "@/lib/audit-chain/testing/chain";
import { getVerification } from "@/lib/audit-chain/verification/get-verification";
import { runVerification } from "@/lib/audit-chain/verification/run-verification";
import { startNightlyVerifications } from "@/lib/audit-chain/verification/start-nightly-verifications";
import { becomeOwner, createVictim, grow, type VictimChain } from "@/lib/audit-chain/verification/testing/attacker";
import { verifyChain } from "@/lib/audit-chain/verification/verify-chain";
import { verifyEvent } from "@/lib/audit-chain/verify-event";
import { isoMilliseconds } from "@/lib/clock";
import { pool } from "@/lib/db";
import { ownTestDatabase } from "@/scripts/database/testing";

const database = ownTestDatabase();
let owner: pg.Client;
let long: VictimChain;

beforeAll(async () => {
  owner = await becomeOwner(database.ownerUrl);
  long = await createVictim(owner, { events: 0 });
  for (let i = 0; i < 21; i++) {
    const events = Array.from({ length: 1_000 }, () => preparedEvent(long));
    await groupCommit().submit(long.organisationId, events, true);
  }
});

afterAll(async () => {
  await owner.end();
});

async function verify({ ctx }: VictimChain, given: unknown = {}) {
  const answer = await verifyChain(ctx, VerifyChain.parse(given));
  if (answer.status === "running") throw new Error("this was to be answered at once");
  expect(ChainVerification.parse(answer)).toEqual(answer);
  return answer;
}

async function recorded({ organisationId }: VictimChain) {
  const { rows } = await pool().query<{ eventId: string; code: string }>(
    `SELECT event_id AS "eventId", code FROM integrity_findings WHERE organisation_id = $1 ORDER BY event_id, code`,
    [organisationId],
  );
  return rows;
}

async function told({ organisationId }: VictimChain): Promise<number> {
  const { rows } = await owner.query<{ jobs: string }>(
    "SELECT count(*) AS jobs FROM graphile_worker._private_jobs WHERE payload::text LIKE '%integrity.failed%' || $1 || '%'",
    [organisationId],
  );
  return Number(rows[0]?.jobs);
}

/** Calls until it is no longer running, as a client would. */
async function polled({ ctx }: VictimChain, id: string): Promise<Verification> {
  return await expect
    .poll(
      async () => {
        const answer = await getVerification(ctx, id);
        expect(Verification.parse(answer)).toEqual(answer);
        return answer;
      },
      { timeout: 15_000, interval: 20 },
    )
    .not.toMatchObject({ status: "running" })
    .then(() => getVerification(ctx, id));
}

test("a short chain is answered at once, in the contract's shape", async () => {
  const victim = await createVictim(owner);
  expect(await verify(victim, { expectedHead: victim.receipts[3] })).toEqual({
    status: "ok",
    verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "not_checked", anchor: "ok" },
    eventsVerified: 10,
    from: 1,
    to: 10,
    headHash: victim.receipts[9]?.blockHash,
    checkpoint: null,
    findings: [],
    findingsTotal: 0,
    durationMs: expect.any(Number),
    verifiedAt: isoMilliseconds(victim.ctx.clock.nowMs),
  });
});

test("what is found is written down and told once, whoever finds it first", async () => {
  const victim = await createVictim(owner);
  const { organisationId } = victim;
  const change = (sql: string) => owner.query(sql, [organisationId]);
  await change("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 4");
  const { rows } = await change("SELECT id FROM audit_events WHERE organisation_id = $1 AND chain_position = 4");
  const id = String(rows[0]?.id);
  expect(await verifyEvent(victim.ctx, { eventId: id })).toMatchObject({ valid: false });
  expect(await told(victim)).toBe(1);
  await verify(victim);
  await verify(victim);
  expect(await recorded(victim)).toEqual([{ eventId: id, code: "hash_mismatch" }]);
  expect(await told(victim)).toBe(1);
  await change("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 7");
  await verify(victim);
  await verify(victim);
  expect(await recorded(victim)).toHaveLength(2);
  expect(await told(victim)).toBe(2);
});

test("a receipt that is not on the chain is the caller's finding, and not written down", async () => {
  const victim = await createVictim(owner);
  const expectedHead = { ...victim.receipts[3], blockHash: `SHA256:${"A".repeat(64)}`.replace("SHA256", "sha256") };
  expect(await verify(victim, { expectedHead })).toMatchObject({
    status: "failed",
    verdicts: { content: "ok", linkage: "ok", anchor: "failed" },
    findings: [{ code: "anchor_mismatch", chainPosition: 4, expected: `sha256:${"a".repeat(64)}` }],
  });
  expect(await recorded(victim)).toEqual([]);
});

describe("is refused:", () => {
  test.each([
    ["a range that ends before it begins", { from: 3, to: 2 }],
    ["a position that is none", { from: 0 }],
    ["a range of an incremental run", { from: 2, mode: "incremental" }],
    ["something unknown", { all: true }],
    ["an expectedHead of another shape", { expectedHead: "sha256:x" }],
    [
      "a receipt with a member more",
      { expectedHead: { organisationId: "o", chainPosition: 1, blockHash: `sha256:${"a".repeat(64)}`, x: 1 } },
    ],
  ])("%s", (_what, given) => {
    expect(VerifyChain.safeParse(given).success).toBe(false);
  });

  test("a receipt of another organisation, and a range behind the end", async () => {
    const [victim, other] = [await createVictim(owner, { events: 2 }), await createVictim(owner, { events: 2 })];
    await expect(verify(victim, { expectedHead: other.receipts[0] })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path: "expectedHead.organisationId" }],
    });
    await expect(verify(victim, { from: 3 })).rejects.toMatchObject({ details: [{ path: "from" }] });
    expect(await verify(victim, { from: 2, to: 99 })).toMatchObject({ status: "ok", eventsVerified: 1 });
  });
});

describe("a long chain", () => {
  test("is verified behind the caller's back, and the answer is kept", async () => {
    const begun = await verifyChain(long.ctx, VerifyChain.parse({}));
    if (begun.status !== "running") throw new Error("this was to take longer");
    expect(begun).toMatchObject({
      id: expect.stringMatching(/^ver_/),
      progress: { eventsVerified: 0, eventsTotal: 21_000 },
    });
    const answer = await polled(long, begun.id);
    expect(answer).toMatchObject({
      id: begun.id,
      status: "ok",
      eventsVerified: 21_000,
      from: 1,
      to: 21_000,
      findings: [],
    });
    expect(await getVerification(long.ctx, begun.id)).toEqual(answer);
    expect(await verify(long, { from: 2_000, to: 2_100 })).toMatchObject({ status: "ok", eventsVerified: 101 });
  });

  test("of another organisation is not found, nor is an id that is none", async () => {
    const begun = await verifyChain(long.ctx, VerifyChain.parse({}));
    if (begun.status !== "running") throw new Error("this was to take longer");
    const other = await createVictim(owner, { events: 0 });
    for (const id of [begun.id, "ver_none", "ver_\0", "evt_1", ""]) {
      await expect(getVerification(other.ctx, id)).rejects.toMatchObject({ code: "not_found" });
    }
    await polled(long, begun.id);
  });

  test("is taken up again when the process that verified it died, a few times", async () => {
    const runs = await startNightlyVerifications(long.ctx.clock);
    const { rows } = await owner.query<{ id: string }>(
      "SELECT id FROM chain_verifications WHERE organisation_id = $1 AND status = 'running' AND id = ANY($2)",
      [long.organisationId, runs],
    );
    const id = rows[0]?.id ?? "";
    const die = (attempts: number) =>
      owner.query(
        "UPDATE chain_verifications SET heartbeat_at = now() - interval '1 minute', attempts = $2 WHERE id = $1",
        [id, attempts],
      );
    await owner.query("UPDATE chain_verifications SET heartbeat_at = now() WHERE id = $1", [id]);
    expect(await runVerification(id)).toBeUndefined();
    expect(await getVerification(long.ctx, id)).toMatchObject({ status: "running" });
    await die(1);
    expect(await polled(long, id)).toMatchObject({ status: "ok", eventsVerified: 21_000 });
    expect(await runVerification(id)).toBeUndefined();

    await owner.query(
      "UPDATE chain_verifications SET status = 'running', finished_at = NULL, report = NULL WHERE id = $1",
      [id],
    );
    await die(5);
    expect(await runVerification(id)).toBeUndefined();
    expect(await polled(long, id)).toMatchObject({ status: "interrupted" });
  });

  test("has at most three verifications under way", async () => {
    const victim = await createVictim(owner, { events: 1 });
    await owner.query("UPDATE chain_heads SET position = 50000 WHERE organisation_id = $1", [victim.organisationId]);
    await owner.query(
      `INSERT INTO chain_verifications SELECT 'ver_' || replace($1, '_', '') || n, $1, 'running', 'full', NULL, NULL, NULL,
       0, 0, NULL, 0, now(), now(), NULL FROM generate_series(1, 3) n`,
      [victim.organisationId],
    );
    await expect(verifyChain(victim.ctx, VerifyChain.parse({}))).rejects.toMatchObject({ code: "conflict" });
  });
});

test("an incremental run goes on where the last one's receipt was, and finds what was done since", async () => {
  const victim = await createVictim(owner);
  await grow(victim, 3);
  const organisation = [victim.organisationId];
  await owner.query(
    "UPDATE audit_events SET content = content || ' ' WHERE organisation_id = $1 AND chain_position = 12",
    organisation,
  );
  expect(await verify(victim, { mode: "incremental" })).toMatchObject({ from: 1, findings: [{ chainPosition: 12 }] });
});
