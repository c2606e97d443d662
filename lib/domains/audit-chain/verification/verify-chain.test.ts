import { beforeAll, describe, expect, test } from "vitest";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { readChainHealth } from "@/lib/domains/audit-chain/read/statistics";
import { verifyEvent } from "@/lib/domains/audit-chain/read/verify-event";
import { ChainVerification, Verification, VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createVictim, removeGuards, type VictimChain } from "@/lib/domains/audit-chain/testing/attacker";
import { appendEvents, numbered, recordedFindings } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { listChains, sweepVerifications } from "@/lib/domains/audit-chain/verification/runs-store";
import {
  findPassedVerification,
  getVerification,
  runVerification,
  startNightlyVerifications,
  verifyChain,
} from "@/lib/domains/audit-chain/verification/verifications";
import { isoMilliseconds, systemClock } from "@/lib/platform/core/clock";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database, removeGuards);
let long: VictimChain;

beforeAll(async () => {
  long = await createVictim(owner, { events: 0 });
  await appendEvents(long, ...numbered(21_000));
});

async function verify({ ctx }: VictimChain, given: unknown = {}) {
  const answer = await verifyChain(ctx, VerifyChain.parse(given));
  if (answer.status === "running") throw new Error("this was to be answered at once");
  expect(ChainVerification.parse(answer)).toEqual(answer);
  return answer;
}

const recorded = ({ organisationId }: VictimChain) => recordedFindings(organisationId);

/** Starts a verification of the long chain, which runs in the background. */
async function begin() {
  const begun = await verifyChain(long.ctx, VerifyChain.parse({}));
  if (begun.status !== "running") throw new Error("this was to take longer");
  return begun;
}

async function notificationsOf({ organisationId }: VictimChain): Promise<number> {
  const { rows } = await owner.query<{ jobs: string }>(
    "SELECT count(*) AS jobs FROM graphile_worker._private_jobs WHERE payload::text LIKE '%integrity.failed%' || $1 || '%'",
    [organisationId],
  );
  return Number(rows[0]?.jobs);
}

/** Performs a run as the job does, and returns the response to a client. */
async function worked({ ctx, organisationId }: VictimChain, id: string): Promise<Verification> {
  expect(await runVerification(organisationId, id)).toEqual({ state: "ended" });
  const answer = await getVerification(ctx, id);
  expect(Verification.parse(answer)).toEqual(answer);
  return answer;
}

async function runsOf({ organisationId }: VictimChain) {
  const { rows } = await owner.query<{ id: string; status: string }>(
    "SELECT id, status FROM chain_verifications WHERE organisation_id = $1 ORDER BY created_at, id",
    [organisationId],
  );
  return rows;
}

/** The verifications in the outbox that are waiting to run or to be published. */
async function inOutbox(name: string, { organisationId }: VictimChain): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT event->'data'->>'verificationId' AS id
     FROM graphile_worker._private_jobs job, json_array_elements(payload->'events') event
     WHERE event->>'name' = $1 AND event->'data'->>'organisationId' = $2 ORDER BY job.id`,
    [name, organisationId],
  );
  return rows.map(({ id }) => id);
}

test("verifies a short chain synchronously", async () => {
  const victim = await createVictim(owner);
  expect(await verify(victim, { expectedHead: victim.receipts[3] })).toEqual({
    status: "ok",
    verdicts: {
      content: "ok",
      linkage: "ok",
      completeness: "ok",
      checkpoints: "not_checked",
      anchor: "ok",
      records: "not_sealed",
      schema: "not_checked",
    },
    eventsVerified: 10,
    erased: 0,
    recordsVerified: 0,
    recordsUnsealed: expect.any(Number),
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

test("records a finding and sends notifications once", async () => {
  const victim = await createVictim(owner);
  const { organisationId } = victim;
  const change = (sql: string) => owner.query(sql, [organisationId]);
  await change("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 4");
  const { rows } = await change("SELECT id FROM audit_events WHERE organisation_id = $1 AND chain_position = 4");
  const id = String(rows[0]?.id);
  expect(await verifyEvent(victim.ctx, { eventId: id })).toMatchObject({ valid: false });
  expect(await notificationsOf(victim)).toBe(1);
  await verify(victim);
  await verify(victim);
  expect(await recorded(victim)).toEqual([{ eventId: id, code: "hash_mismatch", chainPosition: 4 }]);
  expect(await notificationsOf(victim)).toBe(1);
  await change("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 7");
  await verify(victim);
  await verify(victim);
  expect(await recorded(victim)).toHaveLength(2);
  expect(await notificationsOf(victim)).toBe(2);
});

test("continues from the last checkpoint that a passed verification covered", async () => {
  const victim = await createVictim(owner);
  const { organisationId, ctx } = victim;
  await issueCheckpoint(organisationId, systemClock);
  expect(await verify(victim, { mode: "continued" })).toMatchObject({ status: "ok", from: 1, to: 10 });
  // The passed verification is an event too.
  await appendEvents(victim, ...numbered(3));
  await issueCheckpoint(organisationId, systemClock);
  expect(await verify(victim, { mode: "continued" })).toMatchObject({
    ...{ status: "ok", from: 11, to: 14, eventsVerified: 4 },
    basedOn: expect.stringMatching(/^ver_/),
    // The service stores the checkpoint at which it starts, and no receipt was supplied.
    verdicts: { anchor: "not_checked" },
  });
  expect(await readChainHealth(organisationId, ctx.clock.now())).toMatchObject({ state: "INTACT", verifiedTo: 14 });
});

test("does not record a finding for the caller's receipt", async () => {
  const victim = await createVictim(owner);
  const expectedHead = { ...victim.receipts[3], blockHash: `SHA256:${"A".repeat(64)}`.replace("SHA256", "sha256") };
  expect(await verify(victim, { expectedHead })).toMatchObject({
    status: "failed",
    verdicts: { content: "ok", linkage: "ok", anchor: "failed" },
    findings: [{ code: "anchor_mismatch", chainPosition: 4, expected: `sha256:${"a".repeat(64)}` }],
  });
  expect(await recorded(victim)).toEqual([]);
});

test.each([
  ["a range that ends before it begins", { from: 3, to: 2 }],
  ["an invalid position", { from: 0 }],
  ["a range of an incremental run", { from: 2, mode: "incremental" }],
  ["a range of a continued run", { to: 2, mode: "continued" }],
  ["an unknown field", { all: true }],
  ["an expectedHead of another shape", { expectedHead: "sha256:x" }],
  [
    "a receipt with an extra field",
    { expectedHead: { organisationId: "o", chainPosition: 1, blockHash: `sha256:${"a".repeat(64)}`, x: 1 } },
  ],
])("rejects %s", (_what, given) => {
  expect(VerifyChain.safeParse(given).success).toBe(false);
});

test("rejects another organisation's receipt and a range after the end", async () => {
  const [victim, other] = [await createVictim(owner, { events: 2 }), await createVictim(owner, { events: 2 })];
  await expect(verify(victim, { expectedHead: other.receipts[0] })).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "expectedHead.organisationId" }],
  });
  await expect(verify(victim, { from: 3 })).rejects.toMatchObject({ details: [{ path: "from" }] });
  expect(await verify(victim, { from: 2, to: 99 })).toMatchObject({ status: "ok", eventsVerified: 1 });
});

describe("the verification of a long chain", () => {
  test("runs in the background and stores the result", async () => {
    const begun = await begin();
    expect(begun).toMatchObject({
      id: expect.stringMatching(/^ver_/),
      progress: { eventsVerified: 0, eventsTotal: 21_000 },
    });
    expect(await inOutbox("audit/verification.requested", long)).toEqual([begun.id]);
    expect(await getVerification(long.ctx, begun.id)).toEqual(begun);
    const answer = await worked(long, begun.id);
    expect(answer).toMatchObject({
      id: begun.id,
      status: "ok",
      eventsVerified: 21_000,
      from: 1,
      to: 21_000,
      findings: [],
    });
    expect(await getVerification(long.ctx, begun.id)).toEqual(answer);
    expect(await inOutbox("audit/verification.passed", long)).toEqual([begun.id]);
    expect(await worked(long, begun.id)).toEqual(answer);
    expect(await inOutbox("audit/verification.passed", long)).toEqual([begun.id]);
    expect(await verify(long, { from: 2_000, to: 2_100 })).toMatchObject({ status: "ok", eventsVerified: 101 });
  });

  test("returns not_found for another organisation and an invalid ID", async () => {
    const begun = await begin();
    const other = await createVictim(owner, { events: 0 });
    for (const id of [begun.id, "ver_none", "ver_\0", "evt_1", ""]) {
      await expect(getVerification(other.ctx, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await runVerification(other.organisationId, begun.id)).toEqual({ state: "ended" });
    expect(await getVerification(long.ctx, begun.id)).toMatchObject({ status: "running" });
    await worked(long, begun.id);
  });

  test("is claimed again after a crash, a limited number of times", async () => {
    const begun = await begin();
    const { id } = begun;
    const set = (change: string) => owner.query(`UPDATE chain_verifications SET ${change} WHERE id = $1`, [id]);
    await set("heartbeat_at = now(), attempts = 1");
    expect(await runVerification(long.organisationId, id)).toEqual({ state: "waiting" });
    expect(await getVerification(long.ctx, id)).toMatchObject({ status: "running" });
    await set("heartbeat_at = now() - interval '31 seconds'");
    const done = await worked(long, id);
    if (done.status !== "ok") throw new Error("this was to pass");
    // Earlier runs that passed have appended events.
    expect(done.eventsVerified).toBeGreaterThanOrEqual(21_000);

    const last = await begin();
    await owner.query("UPDATE chain_verifications SET attempts = 5 WHERE id = $1", [last.id]);
    expect(await worked(long, last.id)).toMatchObject({ status: "interrupted" });
  });

  test("waits while the process has no capacity", { tags: "full" }, async () => {
    const waiting = [(await begin()).id, (await begin()).id, (await begin()).id];
    const states = await Promise.all(waiting.map((id) => runVerification(long.organisationId, id)));
    expect(states.map(({ state }) => state).sort()).toEqual(["ended", "ended", "waiting"]);
    for (const id of waiting) expect(await worked(long, id)).toMatchObject({ status: "ok" });
  });

  test("is requested again after seconds without a start, and after ten minutes without a heartbeat", async () => {
    const begun = await begin();
    const alive = (since: string) =>
      owner.query("UPDATE chain_verifications SET heartbeat_at = now() - $2::interval WHERE id = $1", [
        begun.id,
        since,
      ]);
    await owner.query("DELETE FROM graphile_worker._private_jobs");
    await owner.query("UPDATE chain_verifications SET created_at = now() - interval '6 seconds' WHERE id = $1", [
      begun.id,
    ]);
    expect(await sweepVerifications()).toBe(1);
    expect(await sweepVerifications()).toBe(0);
    await owner.query("DELETE FROM graphile_worker._private_jobs");
    await alive("9 minutes");
    expect(await sweepVerifications()).toBe(0);
    await alive("11 minutes");
    expect(await sweepVerifications()).toBe(1);
    expect(await inOutbox("audit/verification.requested", long)).toEqual([begun.id]);
    await worked(long, begun.id);
    expect(await sweepVerifications()).toBe(0);
  });

  test("is limited to three at the same time, also with concurrent requests", { tags: "full" }, async () => {
    const asked = await Promise.allSettled(Array.from({ length: 8 }, begin));
    const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(5);
    for (const reason of refused) expect(reason).toMatchObject({ code: "conflict" });
    const begun = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
    expect(begun).toHaveLength(3);
    for (const id of begun) expect(await worked(long, id)).toMatchObject({ status: "ok" });
  });
});

test("starts one full verification per organisation each night", async () => {
  const victims = [await createVictim(owner, { events: 1 }), await createVictim(owner, { events: 1 })];
  const since = isoMilliseconds(long.ctx.clock.nowMs + 1);
  const clock = { now: () => long.ctx.clock.nowMs + 2 };
  // A forged row does not prevent the verification.
  for (const { organisationId } of victims) {
    await owner.query(
      `INSERT INTO chain_verifications (id, organisation_id, status, mode, events_verified, events_total, attempts,
         created_at, finished_at) VALUES ('ver_' || substr($1, 5), $1, 'ok', 'full', 1, 1, 1, $2, $2)`,
      [organisationId, since],
    );
  }
  for (const _ of [1, 2]) {
    let after: string | undefined = "";
    let pages = 0;
    while (after !== undefined) {
      ({ after } = await startNightlyVerifications(clock, { after, since, limit: 1 }));
      pages += 1;
    }
    expect(pages).toBe((await listChains()).length + 1);
  }
  for (const victim of victims) {
    const requested = await inOutbox("audit/verification.requested", victim);
    expect([requested.length, (await runsOf(victim)).length]).toEqual([1, 2]);
    expect(await worked(victim, requested[0] ?? "")).toMatchObject({ status: "ok", eventsVerified: 1 });
  }
});

describe("the nightly verification", () => {
  const dayMs = 86_400_000;
  const firstMs = Date.now() - 20 * dayMs;

  /** A chain whose ten events and checkpoint were verified in the first night, followed by three more events. */
  async function createVerified(): Promise<VictimChain> {
    const victim = await createVictim(owner);
    await issueCheckpoint(victim.organisationId, systemClock);
    expect(await night(victim, 0)).toMatchObject({ mode: "full", answer: { status: "ok", from: 1 } });
    await extend(victim);
    return victim;
  }

  async function extend(victim: VictimChain): Promise<void> {
    await appendEvents(victim, ...numbered(3));
    await issueCheckpoint(victim.organisationId, systemClock);
  }

  /** Runs the first nightly verification, from night `first`, whose mode is `wanted`. */
  async function night(victim: VictimChain, first: number, wanted?: string) {
    const { organisationId, ctx } = victim;
    for (let at = first; at < first + 8; at++) {
      const clock = { now: () => firstMs + at * dayMs };
      const since = isoMilliseconds(clock.now());
      await startNightlyVerifications(clock, { after: organisationId.slice(0, -1), since, limit: 1 });
      const { rows } = await owner.query<{ id: string; mode: string }>(
        "SELECT id, mode FROM chain_verifications WHERE organisation_id = $1 AND created_at = $2",
        [organisationId, since],
      );
      const [{ id, mode } = { id: "", mode: "" }] = rows;
      if (wanted !== undefined && mode !== wanted) continue;
      expect(await runVerification(organisationId, id, clock)).toEqual({ state: "ended" });
      const answer = await getVerification(ctx, id);
      expect(Verification.parse(answer)).toEqual(answer);
      return { at, id, mode, answer: answer as Extract<Verification, { verdicts: unknown }> };
    }
    throw new Error(`no nightly verification in mode ${wanted}`);
  }

  const attack = ({ organisationId }: VictimChain, sql: string) =>
    owner.query(sql.replaceAll("$ORG", `'${organisationId}'`));

  test("continues the last successful one, and verifies the full chain once a week", async () => {
    const victim = await createVerified();
    const modes: string[] = [];
    let last: Awaited<ReturnType<typeof night>> | undefined;
    for (let at = 1; at <= 7; at++) {
      const next = await night(victim, at);
      const { status, from, to, eventsVerified, basedOn, verdicts } = next.answer;
      expect({ status, eventsVerified }).toEqual({ status: "ok", eventsVerified: to - from + 1 });
      if (next.mode === "full") expect({ from, basedOn }).toEqual({ from: 1, basedOn: undefined });
      else
        expect({ basedOn: basedOn?.slice(0, 4), records: verdicts.records, anchor: verdicts.anchor }).toEqual({
          ...{ basedOn: "ver_", records: "not_checked", anchor: "not_checked" },
        });
      if (next.mode === "continued" && last) {
        expect({ from, basedOn }).toEqual({ from: (last.answer.checkpoint?.size ?? 0) + 1, basedOn: last.id });
      }
      modes.push(next.mode);
      last = next;
      await extend(victim);
    }
    expect(modes.filter((mode) => mode === "full")).toHaveLength(1);
  });

  test("finds an edit after the checkpoint in the next nightly run, and an edit before it in the weekly run", async () => {
    const [early, late] = [await createVerified(), await createVerified()];
    const edit = (position: number) =>
      `UPDATE audit_events SET severity = 'CRITICAL' WHERE organisation_id = $ORG AND chain_position = ${position}`;
    await attack(late, edit(12));
    const found = await night(late, 1, "continued");
    expect(found.answer).toMatchObject({
      status: "failed",
      findings: [{ chainPosition: 12, code: "header_mismatch" }],
    });
    // After a failure, the full chain is verified each night.
    expect(await night(late, found.at + 1)).toMatchObject({ mode: "full", answer: { status: "failed" } });

    await attack(early, edit(3));
    expect((await night(early, 1, "continued")).answer).toMatchObject({ status: "ok", findings: [] });
    expect((await night(early, 1, "full")).answer).toMatchObject({
      status: "failed",
      findings: expect.arrayContaining([expect.objectContaining({ chainPosition: 3, code: "header_mismatch" })]),
    });
  });

  test("verifies the full chain while findings of a synchronous verification are open", async () => {
    const victim = await createVerified();
    const { at } = await night(victim, 1, "continued");
    await attack(
      victim,
      "UPDATE audit_events SET severity = 'LOW' WHERE organisation_id = $ORG AND chain_position = 3",
    );
    expect(await verify(victim)).toMatchObject({ status: "failed" });
    expect(await night(victim, at + 1)).toMatchObject({ mode: "full", answer: { from: 1, status: "failed" } });
  });

  test.each([
    ["truncation", "DELETE FROM audit_events WHERE organisation_id = $ORG AND chain_position > 8"],
    ["a rewrite", "UPDATE audit_events SET severity = 'LOW' WHERE organisation_id = $ORG AND chain_position = 8"],
  ])("finds %s before the signed checkpoint, nightly and weekly", async (_, sql) => {
    for (const mode of ["continued", "full"]) {
      const victim = await createVerified();
      await attack(victim, `${sql}; CALL rehash_from($ORG, 8)`);
      expect((await night(victim, 1, mode)).answer).toMatchObject({ status: "failed" });
      expect(await recorded(victim)).not.toEqual([]);
    }
  });

  /** Copies of the genuine result with a later time. */
  const copyOf = (report: string) => `
    INSERT INTO chain_verifications SELECT (jsonb_populate_record(v, jsonb_build_object('id', v.id || 'x',
      'created_at', now(), 'finished_at', now(), 'report', ${report}))).*
    FROM chain_verifications v WHERE organisation_id = $ORG`;
  test.each([
    ["that cannot be read", "UPDATE chain_verifications SET report = '{' WHERE organisation_id = $ORG"],
    ["without a code", "UPDATE chain_verifications SET report = report::jsonb - 'mac' WHERE organisation_id = $ORG"],
    ["of another scope", "UPDATE chain_verifications SET mode = 'continued' WHERE organisation_id = $ORG"],
    ["of another run", copyOf("v.report")],
    ["with a later start", copyOf(`replace(v.report, '"size":10', '"size":13')`)],
  ])("verifies the full chain after a result %s, and does not show it as verified", async (_, sql) => {
    const victim = await createVerified();
    await attack(victim, sql);
    expect(await readChainHealth(victim.organisationId, Date.now())).toMatchObject({
      state: "UNABLE",
      verifiedTo: null,
    });
    expect(await night(victim, 1)).toMatchObject({ mode: "full", answer: { from: 1 } });
  });

  test("shows a result that was changed as interrupted", async () => {
    const victim = await createVerified();
    const { id } = await night(victim, 1);
    await attack(
      victim,
      `UPDATE chain_verifications SET report = replace(report, '"from":', '"from":-') WHERE organisation_id = $ORG`,
    );
    expect(await getVerification(victim.ctx, id)).toMatchObject({ status: "interrupted" });
    expect(await findPassedVerification(victim.organisationId, id)).toBeUndefined();
  });
});

test("only a passed synchronous verification sends a notification", async () => {
  const victim = await createVictim(owner);
  const answer = await verify(victim);
  const [run] = await runsOf(victim);
  expect(await inOutbox("audit/verification.passed", victim)).toEqual([run?.id]);
  expect(await findPassedVerification(victim.organisationId, run?.id ?? "")).toEqual(answer);
  expect(await findPassedVerification(long.organisationId, run?.id ?? "")).toBeUndefined();
  await verify(victim, { expectedHead: { ...victim.receipts[3], blockHash: `sha256:${"a".repeat(64)}` } });
  expect(await runsOf(victim)).toHaveLength(1);
  expect(await inOutbox("audit/verification.passed", victim)).toEqual([run?.id]);
});

test("returns 503 if the queue is full", { tags: "full" }, async () => {
  const victim = await createVictim(owner, { events: 1 });
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => verify(victim)));
  const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused.length).toBeLessThanOrEqual(8);
  expect(refused.length).toBeGreaterThan(0);
  for (const reason of refused) expect(reason).toMatchObject({ code: "unavailable" });
  expect(await verify(victim)).toMatchObject({ status: "ok" });
});
