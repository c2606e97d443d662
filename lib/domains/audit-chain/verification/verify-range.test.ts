import { expect, test } from "vitest";
import {
  createVictim,
  removeGuards,
  type VictimChain,
  verifySignature,
} from "@/lib/domains/audit-chain/testing/attacker";
import { eraseEvents } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { pooledRanges, type Ranges } from "@/lib/domains/audit-chain/verification/range-pool";
import { verifyRange } from "@/lib/domains/audit-chain/verification/verify-range";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database, removeGuards);

/** Verifies a chain in ranges of three events. Returns the report and the positions of the ranges' results. */
async function verifyInRanges(victim: VictimChain, given: Partial<Ranges> = {}) {
  const started: number[] = [];
  const valid: number[] = [];
  const { verify, ...others } = { events: 3, ahead: 2, verify: verifyRange, ...given };
  const ranges: Ranges = {
    ...others,
    verify: async (job) => {
      started.push(job.from);
      const verified = await verify(job);
      if (verified) valid.push(job.from);
      return verified;
    },
  };
  const { organisationId } = victim;
  const progress: number[] = [];
  const onProgress = (events: number) => progress.push(events);
  const report = await verifyStoredChain({ organisationId }, { verifySignature, withSchema: true, ranges, onProgress });
  const { durationMs: _, ...alone } = await verifyStoredChain(
    { organisationId },
    { verifySignature, withSchema: true },
  );
  expect(report).toMatchObject(alone);
  return { report, started, valid: valid.sort((a, b) => a - b), progress };
}

const attack = (victim: VictimChain, sql: string) => owner.query(sql.replaceAll("$ORG", `'${victim.organisationId}'`));

/** Changes a link of an event, and rehashes it and all later events. */
const cut = (victim: VictimChain, link: string, position: number) =>
  attack(
    victim,
    `UPDATE audit_events SET ${link} = other(${link}) WHERE organisation_id = $ORG AND chain_position = ${position};
     CALL rehash($ORG, ${position}); CALL rehash_from($ORG, ${position + 1})`,
  );

test("verifies complete ranges apart and the remaining events in this process", async () => {
  const victim = await createVictim(owner, { events: 14, checkpointSizes: [4, 6, 14] });
  // Erased in one range, and recorded by events 15 and 16 in later ones.
  await eraseEvents(victim, 2, 6);
  const { report, valid, progress } = await verifyInRanges(victim);
  expect(report).toMatchObject({ status: "ok", eventsVerified: 16, erased: 2, to: 16, findings: [] });
  expect(valid).toEqual([1, 4, 7, 10, 13]);
  expect(progress).toEqual([3, 6, 9, 12, 15]);
});

test.each([
  { position: 7, place: "the first event of a range" },
  { position: 8, place: "the middle of a range" },
  { position: 9, place: "the last event of a range" },
])("finds a link cut at $place", async ({ position }) => {
  const victim = await createVictim(owner, { events: 18 });
  await cut(victim, "previous_hash", position);
  const { report } = await verifyInRanges(victim);
  expect(report).toMatchObject({ status: "failed", verdicts: { content: "ok", linkage: "failed" } });
  expect(report.findings).toMatchObject([{ chainPosition: position, code: "link_mismatch" }]);
});

test("finds the link to a model's previous event cut between two ranges", async () => {
  const victim = await createVictim(owner, { events: 18 });
  await cut(victim, "previous_model_hash", 7);
  const { report, valid } = await verifyInRanges(victim);
  // Alone, the range is valid: the event's predecessors are in the previous range.
  expect(valid).toContain(7);
  expect(report.findings).toMatchObject([{ chainPosition: 7, code: "model_link_mismatch" }]);
});

test("finds a deleted range, and does not search a long gap for events", async () => {
  const victim = await createVictim(owner, { events: 18 });
  await attack(
    victim,
    `DELETE FROM audit_events WHERE organisation_id = $ORG AND chain_position BETWEEN 7 AND 9;
     UPDATE audit_events SET chain_position = 9000000000000000 WHERE organisation_id = $ORG AND chain_position = 18;
     UPDATE chain_heads SET position = 9000000000000000 WHERE organisation_id = $ORG`,
  );
  const { report, started } = await verifyInRanges(victim);
  expect(report.findings[0]).toMatchObject({ chainPosition: 7, code: "events_missing", actual: "9" });
  expect(started.length).toBeLessThan(20);
});

test("reads a range itself if its worker fails", { tags: "full" }, async () => {
  const victim = await createVictim(owner, { events: 14 });
  const verify: Ranges["verify"] = async (job) => {
    if (job.from === 4) throw new Error("the worker ended without a result");
    return await verifyRange(job);
  };
  const { report, valid } = await verifyInRanges(victim, { verify });
  expect(report).toMatchObject({ status: "ok", eventsVerified: 14 });
  expect(valid).toEqual([1, 7, 10]);
});

test("verifies ranges in worker processes", { tags: "full" }, async () => {
  const victim = await createVictim(owner, { events: 14, checkpointSizes: [14] });
  const { report, valid } = await verifyInRanges(victim, { ...pooledRanges(), events: 3 });
  expect(report).toMatchObject({ status: "ok", eventsVerified: 14, verdicts: { checkpoints: "ok" } });
  expect(valid).toEqual([1, 4, 7, 10]);
});
