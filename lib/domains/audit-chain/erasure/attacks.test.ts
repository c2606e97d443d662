import { expect, test } from "vitest";
import { getEvent } from "@/lib/domains/audit-chain/read/events";
import { verifyEvent } from "@/lib/domains/audit-chain/read/verify-event";
import { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import {
  createVictim,
  grow,
  removeGuards,
  saveRows,
  type VictimChain,
} from "@/lib/domains/audit-chain/testing/attacker";
import { verifyOnBothPaths } from "@/lib/domains/audit-chain/testing/both-paths";
import { eraseEvents, everyEvent } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { Erasures } from "@/lib/domains/audit-chain/verification/erasures";
import type { ChainExamination } from "@/lib/domains/audit-chain/verification/report";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { ownTestDatabase } from "@/tools/database/testing";

/** Attacks by the database owner on erased events and their records, and the reported findings. */

const database = ownTestDatabase();
const owner = ownerOf(database, removeGuards);

let erasedChain: VictimChain | undefined;
let restoreRows = "";

/**
 * A chain of ten events. Events 3 and 6 were erased, as recorded by events 11 and 12. Later calls restore the rows of
 * same chain.
 */
async function createErased(): Promise<VictimChain> {
  if (erasedChain) await attack(erasedChain, restoreRows);
  else {
    const victim = await createVictim(owner);
    await erase(victim, 3, 6);
    const tables = ["audit_events", "chain_heads", "audit_event_counts", "event_erasures"];
    restoreRows = await saveRows(owner, victim.organisationId, tables);
    erasedChain = victim;
  }
  return { ...erasedChain, receipts: [...erasedChain.receipts] };
}

async function erase(victim: VictimChain, ...positions: number[]): Promise<void> {
  await eraseEvents(victim, ...positions);
  victim.receipts.push(...(await everyEvent(victim.ctx)).slice(-positions.length));
}

async function attack(victim: VictimChain, sql: string): Promise<void> {
  await owner.query("ALTER TABLE event_erasures DISABLE TRIGGER USER");
  await owner.query(sql.replaceAll("$ORG", `'${victim.organisationId}'`));
  await owner.query("ALTER TABLE event_erasures ENABLE ALWAYS TRIGGER event_erasures_erase");
}

function verify(victim: VictimChain, given: Partial<ChainExamination> = {}, erasures?: Erasures) {
  const examination = { organisationId: victim.organisationId, ...given };
  // An index of erasures belongs to one verification.
  return erasures === undefined ? verifyOnBothPaths(examination) : verifyStoredChain(examination, { erasures });
}

const at = (position: number) => `WHERE organisation_id = $ORG AND chain_position = ${position}`;
const blank = "content = NULL, tags = '{}', metadata = NULL, request_hash = NULL";

test("every check reports an erased event as erased and the chain as intact", async () => {
  const victim = await createErased();
  expect(await verify(victim)).toMatchObject({ status: "ok", erased: 2, eventsVerified: 12, findings: [] });
  const events = await everyEvent(victim.ctx);
  expect(events.map(({ verified }) => verified)).toEqual(events.map(() => true));
  expect(events.filter(({ erased }) => erased).map(({ chainPosition }) => chainPosition)).toEqual([3, 6]);
  const third = AuditEvent.parse(events[2]);
  expect(third).toMatchObject({ actor: null, payload: null, contentSalt: null, tags: [], metadata: null });
  expect(third.erased).toEqual({
    at: events[10]?.recordedAt,
    eventId: events[10]?.id,
    chainPosition: 11,
    legalBasis: "GDPR_ART_17",
    reference: "DSR-1",
  });
  const eventId = third.id;
  const valid = { valid: true, erased: third.erased };
  expect(await verifyEvent(victim.ctx, { eventId })).toMatchObject(valid);
  expect(await verifyEvent(victim.ctx, { eventId, expectedHash: third.blockHash })).toMatchObject(valid);
  const { rows } = await owner.query("SELECT * FROM audit_events WHERE id = $1", [eventId]);
  expect(rows).toMatchObject([{ content: null, tags: [], metadata: null, request_hash: null }]);
});

test.each<[string, Partial<ChainExamination>, number]>([
  ["before the recording events", { to: 8 }, 2],
  ["between the recording events", { to: 11 }, 2],
  ["of only the first erased event", { from: 3, to: 3 }, 1],
  ["after the first erased event", { from: 4 }, 1],
  ["of only the recording events", { from: 11 }, 0],
])("a verification range %s counts its erased events", async (_what, range, erased) => {
  const victim = await createErased();
  expect(await verify(victim, range)).toMatchObject({ status: "ok", erased, findings: [] });
});

test("counts all erasures above the limit and finds each forged one", { tags: "full" }, async () => {
  const victim = await createVictim(owner);
  await erase(victim, 1, 2, 3, 4, 5, 6, 7);
  for (const max of [1, 2, 3]) {
    expect(await verify(victim, {}, new Erasures(max))).toMatchObject({ status: "ok", erased: 7, findings: [] });
    expect(await verify(victim, { to: 9 }, new Erasures(max))).toMatchObject({ status: "ok", erased: 7 });
  }
  await attack(victim, `UPDATE audit_events SET ${blank} ${at(8)}; UPDATE audit_events SET ${blank} ${at(9)}`);
  for (const max of [1, 2, 3]) {
    const report = await verify(victim, {}, new Erasures(max));
    expect(report).toMatchObject({ status: "failed", erased: 7, findingsTotal: 2 });
    expect(report.findings.map(({ chainPosition }) => chainPosition)).toEqual([8, 9]);
  }
});

interface Case {
  /**
   * Position and code of the finding. A run that ends before the recording events reports it only if it is detectable
   * there.
   */
  at: number;
  code: string;
  /** Whether the event, read on its own, still counts as erased because only the chain shows the manipulation. */
  readsAsErased?: true;
}

const missing = { at: 5, code: "content_missing" };
const record = (position: number, sql: string) => `UPDATE audit_events SET ${sql} ${at(position)}`;
const index = (from: number, sql: string) => `UPDATE event_erasures SET ${sql} ${at(from)}`;
const asIndexed = (recorded: number, of: number) => `
  INSERT INTO event_erasures SELECT organisation_id, chain_position, id, content_hash, ${recorded},
    coalesce((SELECT id FROM audit_events ${at(recorded)}), 'evt_none'), now() FROM audit_events ${at(of)}`;

const attacks: [string, string, Case][] = [
  ["empties content without a recording event", record(5, blank), missing],
  ["empties content but keeps the tags", record(5, "content = NULL"), missing],
  ["empties content and indexes another event's record", `${asIndexed(11, 5)}; ${record(5, blank)}`, missing],
  ["empties content and indexes an event of another type", `${asIndexed(9, 5)}; ${record(5, blank)}`, missing],
  ["empties content and indexes a missing event", `${asIndexed(99, 5)}; ${record(5, blank)}`, missing],
  ["empties the recording event", record(11, blank), { at: 11, code: "content_missing" }],
  [
    "changes the subject of the recording event",
    record(11, `content = replace(content, '"chainPosition":3', '"chainPosition":5')`),
    { at: 11, code: "content_mismatch" },
  ],
  [
    "changes the subject of the recording event and its hashes",
    `${record(11, `content = replace(content, '"chainPosition":3', '"chainPosition":5')`)}; CALL rehash($ORG, 11)`,
    { at: 12, code: "link_mismatch" },
  ],
  ["deletes the recording event", `DELETE FROM audit_events ${at(11)}`, { at: 11, code: "events_missing" }],
  [
    "restores changed content",
    record(3, `content = (SELECT content FROM audit_events ${at(4)})`),
    { at: 3, code: "content_mismatch" },
  ],
  ["restores empty content", record(3, "content = ''"), { at: 3, code: "content_mismatch" }],
  [
    "restores content that is too long to read",
    record(3, "content = repeat('x', 2 * 1024 * 1024)"),
    { at: 3, code: "content_mismatch" },
  ],
  ["restores tags", record(3, "tags = '{prod}'"), { at: 3, code: "content_missing" }],
  ["changes the header of an erased event", record(3, "severity = 'INFO'"), { at: 3, code: "header_mismatch" }],
  [
    "changes the content hash of an erased event",
    record(3, "content_hash = other(content_hash)"),
    { at: 3, code: "header_mismatch" },
  ],
  [
    "changes the content hash of an erased event, and its block hash",
    `${record(3, "content_hash = other(content_hash)")};
     UPDATE audit_events e SET block_hash = sha(header(e)) ${at(3)}`,
    { at: 4, code: "link_mismatch" },
  ],
];

test.each(attacks)("detects an attack that %s", async (_what, sql, expected) => {
  const victim = await createErased();
  await attack(victim, sql);
  const report = await verify(victim);
  expect(report.status).toBe("failed");
  expect(report.findings).toContainEqual(expect.objectContaining({ chainPosition: expected.at, code: expected.code }));
  const [event] = (await everyEvent(victim.ctx)).filter(({ chainPosition }) => chainPosition === expected.at);
  if (event && expected.code !== "link_mismatch") {
    expect(event).toMatchObject({ verified: false });
    expect(await verifyEvent(victim.ctx, { eventId: event.id })).toMatchObject({ valid: false });
  }
});

test("an index row without an event is neither a finding nor a proof", async () => {
  const victim = await createErased();
  await attack(victim, `DELETE FROM event_erasures ${at(3)}`);
  expect(await verify(victim)).toMatchObject({ status: "ok", erased: 2 });
  expect(await verify(victim, { to: 8 })).toMatchObject({ status: "failed", erased: 1 });
  const third = (await everyEvent(victim.ctx))[2];
  expect(third).toMatchObject({ verified: false });
  expect(third).not.toHaveProperty("erased");
});

test("an index row for a wrong event has no effect", async () => {
  const victim = await createErased();
  await attack(victim, index(3, "recorded_position = 12"));
  expect(await verify(victim)).toMatchObject({ status: "ok", erased: 2 });
  expect((await everyEvent(victim.ctx))[2]).toMatchObject({ verified: false });
});

test("a forged record with matching hashes is detected by its link", async () => {
  const victim = await createVictim(owner);
  const fifth = (await everyEvent(victim.ctx))[4];
  if (!fifth) throw new Error("there is no such event");
  const payload = `{"chainPosition":5,"contentHash":"${fifth.contentHash}","eventId":"${fifth.id}","kind":"EVENT_CONTENT_ERASED","legalBasis":"OTHER","reference":"x"}`;
  const forged = `{"actor":{"id":"x","type":"SYSTEM"},"payload":${payload},"salt":"00","tags":[]}`;
  await attack(
    victim,
    `UPDATE audit_events SET content = '${forged}', tags = '{}' ${at(9)}; CALL rehash($ORG, 9);
     ${asIndexed(9, 5)}; ${record(5, blank)}`,
  );
  const report = await verify(victim);
  expect(report).toMatchObject({ status: "failed", findings: [{ chainPosition: 10, code: "link_mismatch" }] });
  // If all later events are also rewritten, checkpoints and receipts detect it, as for any forgery.
  await attack(victim, "CALL rehash_from($ORG, 9)");
  const [kept] = victim.receipts.slice(9);
  expect(await verify(victim, { expectedHead: kept })).toMatchObject({ status: "failed" });
  // Without a saved receipt, the forged event counts as an ordinary event that records the erasure.
  expect(await verify(victim)).toMatchObject({ status: "ok", erased: 1 });
});

test("a recording event before the erased event has no effect", async () => {
  const victim = await createErased();
  await grow(victim, 1);
  await attack(
    victim,
    `${record(13, blank)};
     UPDATE audit_events SET content = replace(replace(replace(content,
       '"chainPosition":3', '"chainPosition":13'),
       (SELECT content_hash FROM audit_events ${at(3)}), (SELECT content_hash FROM audit_events ${at(13)})),
       (SELECT id FROM audit_events ${at(3)}), (SELECT id FROM audit_events ${at(13)})) ${at(11)};
     ${asIndexed(11, 13)}`,
  );
  await attack(victim, "CALL rehash_from($ORG, 11)");
  const report = await verify(victim);
  expect(report.findings.map(({ chainPosition, code }) => [chainPosition, code])).toContainEqual([
    13,
    "content_missing",
  ]);
  expect(await getEvent(victim.ctx, (await everyEvent(victim.ctx))[12]?.id ?? "")).toMatchObject({ verified: false });
});
