import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { exportEvents, getEvent } from "@/lib/domains/audit-chain/read/events";
import { verifyEvent } from "@/lib/domains/audit-chain/read/verify-event";
import { EventList } from "@/lib/domains/audit-chain/schemas";
import type { ExpectedHead } from "@/lib/domains/audit-chain/schemas-verification";
import {
  addCheckpoint,
  createVictim,
  grow,
  removeGuards,
  saveRows,
  type VictimChain,
  verifySignature,
} from "@/lib/domains/audit-chain/testing/attacker";
import { verifyOnBothPaths } from "@/lib/domains/audit-chain/testing/both-paths";
import { everyEvent } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { type FindingCode, type Question, questions } from "@/lib/domains/audit-chain/verification/findings";
import type { ChainExamination, ChainReport } from "@/lib/domains/audit-chain/verification/report";
import { everyNth, isFullRun } from "@/lib/platform/core/testing";
import { ownTestDatabase } from "@/tools/database/testing";

/** Attacks by the database owner on a chain of ten events, and the verification results. */

const database = ownTestDatabase();
const owner = ownerOf(database, async (client) => {
  await removeGuards(client);
  await client.query("ALTER TABLE chain_heads ALTER position DROP NOT NULL, ALTER block_hash DROP NOT NULL");
  await client.query("ALTER TABLE chain_checkpoints ALTER signature DROP NOT NULL");
});
let bystander: VictimChain;

beforeAll(async () => {
  bystander = await createVictim(owner, { checkpointSizes: [4, 8] });
});

afterAll(async () => {
  // The attacks on the other chains caused no finding on this one.
  expect(await verify(bystander)).toMatchObject({ status: "ok", findings: [] });
});

async function verify(victim: VictimChain, given: Partial<ChainExamination> = {}): Promise<ChainReport> {
  return await verifyOnBothPaths({ organisationId: victim.organisationId, ...given }, { verifySignature });
}

function failedOf({ verdicts }: ChainReport): Question[] {
  return questions.filter((question) => verdicts[question] === "failed");
}

interface Expected {
  failed: Question[];
  at: number;
  code: FindingCode;
  /** Number of findings: one edit is one finding. */
  total?: number;
}

/** The evidence saved by the caller: nothing, the receipt of a position, or the last checkpoint. */
type Kept = number | "checkpoint" | undefined;

type Attack = [what: string, sql: string, expected: Expected, kept?: Kept];

/** Attacks with the same result, by name. */
function attacks(expected: Expected, statements: Record<string, string>): Attack[] {
  return Object.entries(statements).map(([what, sql]): Attack => [what, sql, expected]);
}

const here = "WHERE organisation_id = $ORG AND chain_position";
const checkpointAt = "WHERE organisation_id = $ORG AND size";
const zeros = `'sha256:' || repeat('0', 64)`;

function change(set: string, position = 5): string {
  return `UPDATE audit_events SET ${set} ${here} = ${position}`;
}

/** Attacks that change columns of event 5. */
function edits(expected: Expected, sets: Record<string, string>): Attack[] {
  return Object.entries(sets).map(([what, set]): Attack => [what, change(set), expected]);
}

function replaced(from: string, to: string): string {
  return `content = replace(content, ${pg.escapeLiteral(from)}, ${pg.escapeLiteral(to)})`;
}

const headSet = (set: string) => `UPDATE chain_heads SET ${set} WHERE organisation_id = $ORG`;
const countsSet = (set: string) => `UPDATE audit_event_counts SET ${set} WHERE organisation_id = $ORG`;
const deleteEvents = (positions: string) => `DELETE FROM audit_events ${here} ${positions}`;
const deleteAll = (table: string) => `DELETE FROM ${table} WHERE organisation_id = $ORG`;
const renumber = (position: string, which: string) =>
  `UPDATE audit_events SET chain_position = ${position} ${here} ${which}`;
const deleteCheckpoint = (size: number) => `DELETE FROM chain_checkpoints ${checkpointAt} = ${size}`;
/** A copy of event 5 with some members changed. */
const copyOf5 = (changes: string) =>
  `INSERT INTO audit_events SELECT changed.* FROM audit_events event, jsonb_populate_record(event, '${changes}') changed
   WHERE event.organisation_id = $ORG AND event.chain_position = 5`;

const failing =
  (...failed: Question[]) =>
  (at: number, code: FindingCode, total = 1): Expected => ({ failed, at, code, total });
const [inContent, unlinked, incomplete, unsigned] = [
  failing("content"),
  failing("linkage"),
  failing("completeness"),
  failing("checkpoints"),
];
const unanchored = (at: number) => failing("anchor")(at, "anchor_mismatch");
const edited = (at = 5, total = 1) => inContent(at, "header_mismatch", total);
const missing = (at: number) => failing("linkage", "completeness")(at, "events_missing");
const tail = (at: number) => incomplete(at, "tail_missing");
const all: Question[] = ["content", "linkage", "completeness"];
const unexpected = (at: number, failed: Question[], total = 1) => failing(...failed)(at, "header_mismatch", total);
const renumbered = (at: number, total = 2): Expected => ({ ...missing(at), failed: all, total });

const eventEdits: Attack[] = [
  ...edits(edited(), {
    "block_hash with one digit changed": "block_hash = other(block_hash)",
    "block_hash in upper case": "block_hash = 'sha256:' || upper(right(block_hash, 64))",
    "block_hash emptied": "block_hash = ''",
    "block_hash null": "block_hash = NULL",
    "timestamp later by a millisecond": `"timestamp" = "timestamp" + interval '1 ms'`,
    "timestamp earlier by a millisecond": `"timestamp" = "timestamp" - interval '1 ms'`,
    "timestamp infinite": `"timestamp" = 'infinity'`,
    "timestamp infinitely long ago": `"timestamp" = '-infinity'`,
    "timestamp before Christ": `"timestamp" = '2026-11-19 08:00:00+00 BC'`,
    "timestamp in the year 12026": `"timestamp" = '12026-11-19 08:00:00+00'`,
    "timestamp null": `"timestamp" = NULL`,
    "recorded_at earlier by a minute": "recorded_at = recorded_at - interval '1 minute'",
    "recorded_at later by a minute": "recorded_at = recorded_at + interval '1 minute'",
    "recorded_at later by a millisecond": "recorded_at = recorded_at + interval '1 ms'",
    "recorded_at infinite": "recorded_at = 'infinity'",
    "recorded_at null": "recorded_at = NULL",
    "event_type changed": "event_type = 'INFERENCE'",
    "event_type in lower case": "event_type = lower(event_type)",
    "event_type null": "event_type = NULL",
    "severity lowered": "severity = 'INFO'",
    "severity with a quotation mark": `severity = 'HIGH","x":"'`,
    "severity emptied": "severity = ''",
    "severity null": "severity = NULL",
    "source changed": "source = 'JIRA'",
    "source null": "source = NULL",
    "id changed": "id = id || 'x'",
    "id null": "id = NULL",
    "content and content_hash together": `${replaced("APPROVED", "DECLINED")}, content_hash = sha(${replaced("APPROVED", "DECLINED").slice("content = ".length)})`,
  }),
  ...edits(failing("content", "linkage")(5, "header_mismatch"), {
    "previous_hash with one digit changed": "previous_hash = other(previous_hash)",
    "previous_hash null": "previous_hash = NULL",
    "previous_model_hash with one digit changed": "previous_model_hash = other(previous_model_hash)",
    "previous_model_hash equal to previous_hash": "previous_model_hash = previous_hash",
    "previous_model_hash null": "previous_model_hash = NULL",
    "model_id of an unknown model": "model_id = 'mdl_other'",
    "model_id of the other model": "model_id = $MODEL0",
    "model_id null": "model_id = NULL",
  }),
  ...edits(failing("content", "linkage")(5, "content_mismatch"), {
    "block_hash of 100,000 characters": "block_hash = repeat('x', 100000)",
  }),
  ...edits(inContent(5, "content_hash_mismatch"), {
    "content_hash with one digit changed": "content_hash = other(content_hash)",
    "content_hash null": "content_hash = NULL",
  }),
  ...edits(inContent(5, "content_missing"), { "content null": "content = NULL" }),
  ...edits(inContent(5, "content_mismatch"), {
    "content emptied": "content = ''",
    "content of 2 MiB": "content = repeat('x', 2 * 1024 * 1024)",
    "content that is not JSON": "content = left(content, -1)",
    "content with a space": "content = content || ' '",
    "content with a letter escaped": replaced("APPROVED", "\\u0041PPROVED"),
    "content with an accent in another normalisation": replaced("Zoë", "Zoë".normalize("NFD")),
    "content's actor changed": replaced("usr_1", "usr_2"),
    "content's actor without a name": replaced('"displayName":"Zoë",', ""),
    "content's actor with a number as its id": replaced('"usr_1"', "1"),
    "content's payload as an array": replaced('"payload":{', '"payload":[],"x":{'),
    "content's payload with a prototype": replaced('"n":5', '"__proto__":{"n":5}'),
    "content's payload with a lone surrogate": replaced("APPROVED", "\\ud800"),
    "content with a number out of range": replaced("142", "1e999"),
    "content with another last digit of a number": replaced("0.9375", "0.9376"),
    "content with more digits than a double has": replaced("0.9375", "0.93750000000000000001"),
    "content with a number in another form": replaced("142", "142.0"),
    "content with an extra key": replaced('"n":5', '"n":5,"z":0'),
    "content with a missing key": replaced('"confidence":0.9375,', ""),
    "content with a repeated key": replaced('"n":5', '"n":0,"n":5'),
    "content with its keys in another order": replaced('"latencyMs":142,"n":5', '"n":5,"latencyMs":142'),
    "content nested too deeply": replaced("142", `${"[".repeat(20_000)}${"]".repeat(20_000)}`),
    "content's salt": `content = regexp_replace(content, '"salt":"..', '"salt":"zz')`,
    "content's tags": replaced('"prod",', ""),
  }),
  ...edits(inContent(5, "tags_mismatch"), {
    "tags column with a tag removed": "tags = '{prod}'",
    "tags column with a tag added": "tags = tags || 'x'::text",
    "tags column in upper case": "tags = ARRAY[upper(tags[1]), tags[2]]",
    "tags column in another order": "tags = ARRAY[tags[2], tags[1]]",
    "tags column with a null": "tags = tags || NULL::text",
    "tags column in two dimensions": "tags = ARRAY[tags]",
    "tags column with another lower bound": "tags = ('[2:3]=' || tags::text)::text[]",
    "tags column emptied": "tags = '{}'",
    "tags column null": "tags = NULL",
  }),
  ["only one event rehashed", `${change("severity = 'INFO'")}; CALL rehash($ORG, 5)`, unlinked(6, "link_mismatch")],
  ["the first event rehashed", `${change("severity = 'INFO'", 1)}; CALL rehash($ORG, 1)`, unlinked(2, "link_mismatch")],
  [
    "the last event rehashed",
    `${change("severity = 'INFO'", 10)}; CALL rehash($ORG, 10)`,
    incomplete(10, "head_mismatch"),
  ],
  [
    "the last event rehashed with content that is not JSON, and the head moved",
    `${change(replaced('"n":10', '"n":undefined'), 10)}; CALL rehash_from($ORG, 10)`,
    inContent(10, "content_unreadable"),
  ],
  [
    "the last event rehashed with content that is null, and the head moved",
    `${change("content = 'null'", 10)}; CALL rehash_from($ORG, 10)`,
    inContent(10, "tags_mismatch"),
  ],
  ["the first event edited", change("severity = 'INFO'", 1), edited(1)],
  ["the last event edited", change("severity = 'INFO'", 10), edited(10)],
  ["the last event's block_hash with one digit changed", change("block_hash = other(block_hash)", 10), edited(10)],
  ["two events edited", `${change("severity = 'INFO'")}; ${change("severity = 'INFO'", 9)}`, edited(5, 2)],
  [
    "an event with a receipt time before its predecessor's",
    `${change("recorded_at = recorded_at - interval '1 hour'")}; CALL rehash_from($ORG, 5)`,
    unlinked(5, "recorded_at_backwards"),
  ],
];

const cutAt6 = `DELETE FROM audit_events ${here} > 6; UPDATE chain_heads SET (position, block_hash, recorded_at) =
  (SELECT chain_position, block_hash, recorded_at FROM audit_events ${here} = 6) WHERE organisation_id = $ORG;
  UPDATE audit_event_counts SET events = 3 WHERE organisation_id = $ORG`;
const emptied = `DELETE FROM audit_events ${here} > 0; DELETE FROM audit_event_counts WHERE organisation_id = $ORG;
  UPDATE chain_heads SET position = 0, block_hash = ${zeros}, recorded_at = NULL WHERE organisation_id = $ORG`;
const rewritten = (from: number) =>
  `${change(replaced("APPROVED", "DECLINED"), from)}; CALL rehash_from($ORG, ${from})`;

const rows: Attack[] = [
  ["the first event deleted", deleteEvents("= 1"), missing(1)],
  ["a middle event deleted", deleteEvents("= 5"), missing(5)],
  ["several events deleted", deleteEvents("BETWEEN 3 AND 7"), missing(3)],
  ["the last event deleted", deleteEvents("= 10"), tail(10)],
  ["the tail deleted", deleteEvents("> 6"), tail(7)],
  ["all events deleted", deleteEvents("> 0"), tail(1)],
  ["an event gap closed", `${deleteEvents("= 5")}; ${renumber("chain_position - 1", "> 5")}`, unexpected(5, all, 6)],
  ["two events exchanged", renumber("10 - chain_position", "IN (4, 6)"), unexpected(4, ["content", "linkage"], 2)],
  ["two neighbours exchanged", renumber("11 - chain_position", "IN (5, 6)"), unexpected(5, ["content", "linkage"], 2)],
  ["a duplicate event", copyOf5("{}"), failing("linkage", "completeness")(5, "position_unexpected")],
  ["a copy of an event at the end", copyOf5('{"chain_position": 11}'), unexpected(11, all)],
  ["a forged event next to the original", copyOf5('{"severity": "INFO"}'), unexpected(5, all, Number.NaN)],
  ...edits(renumbered(5), {
    "an event renumbered far after the end": "chain_position = 99",
    "an event renumbered to the largest bigint": "chain_position = 9223372036854775807",
    "an event without position": "chain_position = NULL",
  }),
  ["an event renumbered to 0", change("chain_position = 0"), unexpected(0, all, 2)],
  ["an event renumbered below 0", change("chain_position = -9223372036854775808"), unexpected(-(2 ** 63), all, 2)],
  ["the end renumbered", renumber("chain_position + 1", "> 6"), renumbered(7, 5)],
  ["all events renumbered from 0", renumber("chain_position - 1", "> 0"), unexpected(0, all, 11)],
  ...attacks(incomplete(11, "events_beyond_head"), {
    "a forged event appended": "CALL forge($ORG, 1)",
    "three forged events appended": "CALL forge($ORG, 3)",
  }),
  ...attacks(incomplete(11, "counts_mismatch"), {
    "a forged event appended, and the head moved": "CALL forge($ORG, 1); CALL rehash_from($ORG, 11)",
  }),
  ["the head deleted", deleteAll("chain_heads"), incomplete(10, "head_missing")],
  [
    "the head and all events deleted",
    `${deleteAll("chain_heads")}; ${deleteEvents("> 0")}`,
    incomplete(0, "head_missing"),
  ],
  ["the head moved back", headSet("position = 8"), incomplete(9, "events_beyond_head")],
  ["the head moved below 0", headSet("position = -8"), incomplete(-7, "events_beyond_head")],
  ["the head moved forward", headSet("position = 12"), tail(11)],
  ["the head moved to the largest bigint", headSet("position = 9223372036854775807"), tail(11)],
  ["the head's position null", headSet("position = NULL"), incomplete(1, "events_beyond_head")],
  ...attacks(incomplete(10, "head_mismatch"), {
    "the head's hash with one digit changed": headSet("block_hash = other(block_hash)"),
    "the head's hash null": headSet("block_hash = NULL"),
    "the head's time": headSet("recorded_at = 'infinity'"),
  }),
  ...attacks(incomplete(10, "counts_mismatch"), {
    "the running counts": countsSet("events = events + 1"),
    "the running counts deleted": deleteAll("audit_event_counts"),
  }),
  ["the tail deleted and the head moved back", cutAt6, unanchored(9), 9],
  ["all events deleted and the head moved to the beginning", emptied, unanchored(3), 3],
  ["the end rewritten", rewritten(7), unanchored(8), 8],
  ["everything rewritten", rewritten(1), unanchored(10), 10],
];

const signature = (at: number) => unsigned(at, "checkpoint_signature");
const checkpointLink = (at: number) => unsigned(at, "checkpoint_link");
const changeCheckpoint = (set: string) => `UPDATE chain_checkpoints SET ${set} ${checkpointAt} = 8`;
const withoutCheckpoints = deleteAll("chain_checkpoints");

/** On a chain with checkpoints at 4, 8 and 9. */
const withCheckpoints: Attack[] = [
  ["the tail deleted and the head moved back", cutAt6, failing("completeness", "checkpoints")(7, "tail_missing")],
  ["the head moved to the beginning", emptied, failing("completeness", "checkpoints")(1, "tail_missing")],
  ["the end rewritten", rewritten(7), unsigned(8, "checkpoint_mismatch")],
  ["everything rewritten", rewritten(1), unsigned(4, "checkpoint_mismatch")],
  ["the event of a checkpoint edited", change("severity = 'INFO'", 8), edited(8)],
  ["the hash of a checkpoint's event", change("block_hash = other(block_hash)", 8), edited(8)],
  [
    "the event of a checkpoint deleted",
    deleteEvents("= 8"),
    failing("linkage", "completeness", "checkpoints")(8, "events_missing"),
  ],
  ["a checkpoint's size", changeCheckpoint("size = 7"), signature(7)],
  [
    "a checkpoint's size after the end",
    changeCheckpoint("size = 9000000000000000000"),
    { ...signature(9e18), total: Number.NaN },
  ],
  ...attacks(signature(8), {
    "a checkpoint's hash of the chain": changeCheckpoint("head_hash = other(head_hash)"),
    "a checkpoint's root": changeCheckpoint("root_hash = other(root_hash)"),
    "a checkpoint's time": changeCheckpoint("issued_at = issued_at + interval '1 ms'"),
    "a checkpoint's time, infinite": changeCheckpoint("issued_at = '-infinity'"),
    "a checkpoint's predecessor": changeCheckpoint("previous_checkpoint_hash = other(previous_checkpoint_hash)"),
    "a checkpoint's signature": changeCheckpoint("signature = 'AAAA' || right(signature, -4)"),
    "a checkpoint's signature, not base64": changeCheckpoint("signature = '💥'"),
    "a checkpoint's signature, null": changeCheckpoint("signature = NULL"),
  }),
  ...attacks(checkpointLink(8), {
    "a checkpoint's key": changeCheckpoint("key_id = 'x'"),
    "a checkpoint's stored hash": changeCheckpoint("checkpoint_hash = other(checkpoint_hash)"),
    "the first checkpoint deleted": deleteCheckpoint(4),
  }),
  ["a middle checkpoint deleted", deleteCheckpoint(8), checkpointLink(9)],
  ["the last checkpoint deleted", deleteCheckpoint(9), unsigned(9, "checkpoint_missing"), "checkpoint"],
  ["all checkpoints deleted", withoutCheckpoints, unsigned(9, "checkpoint_missing"), "checkpoint"],
  [
    "everything rewritten, checkpoints deleted",
    `${rewritten(1)}; ${withoutCheckpoints}`,
    failing("checkpoints", "anchor")(9, "checkpoint_missing", 2),
    "checkpoint",
  ],
  [
    "a checkpoint of another organisation",
    `INSERT INTO chain_checkpoints SELECT changed.* FROM chain_checkpoints c, jsonb_populate_record(c, jsonb_build_object('organisation_id', $ORG, 'size', 10)) changed WHERE c.organisation_id = $OTHER AND c.size = 8`,
    signature(10),
  ],
];

async function run(victim: VictimChain, sql: string): Promise<void> {
  const literals: Record<string, string> = {
    $ORG: victim.organisationId,
    $OTHER: bystander.organisationId,
    $MODEL0: victim.modelIds[0] ?? "",
  };
  await owner.query(sql.replaceAll(/\$[A-Z]+\d?/g, (name) => pg.escapeLiteral(literals[name] ?? name)));
}

async function createRestorable(checkpointSizes: number[]): Promise<VictimChain & { restore: string }> {
  const victim = await createVictim(owner, { checkpointSizes });
  const tables = ["audit_events", "chain_heads", "audit_event_counts", "chain_checkpoints"];
  return { ...victim, restore: await saveRows(owner, victim.organisationId, tables) };
}

/**
 * Edits of one event that its readers detect too: all of its content except the numbers from which tags are counted.
 */
const isRead = new Set(
  eventEdits
    .filter(([, , { failed, total = 1 }]) => failed.includes("content") && total === 1)
    .map(([what]) => what)
    .filter((what) => !what.includes("with another lower bound")),
);

/** Expects lists, exports and checks of single events to report only this event as changed. */
async function expectReads({ ctx }: VictimChain, position: number): Promise<void> {
  const all = await everyEvent(ctx);
  EventList.shape.data.parse(all);
  const changed = all.filter(({ verified }) => !verified);
  expect(changed.map(({ chainPosition }) => chainPosition)).toEqual([position]);
  const lines = (await new Response(exportEvents(ctx, { format: "ndjson" })).text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(all.toReversed())));
  const eventId = changed[0]?.id ?? "";
  if (eventId === "") return;
  expect(await getEvent(ctx, eventId)).toEqual(changed[0]);
  expect(await verifyEvent(ctx, { eventId })).toMatchObject({ valid: false, error: "hash_mismatch" });
}

async function suffer(victim: VictimChain & { restore: string }, [what, sql, expected, kept]: Attack): Promise<void> {
  const [checkpointKept] = victim.checkpoints.slice(-1);
  const expectedHead: ExpectedHead | undefined =
    kept === "checkpoint" ? checkpointKept : victim.receipts[(kept ?? 0) - 1];
  await owner.query(victim.restore);
  await run(victim, sql);
  if (kept !== undefined) expect(await verify(victim)).toMatchObject({ status: "ok", findings: [] });
  const report = await verify(victim, { expectedHead });
  const { at, code, failed, total = 1 } = expected;
  if (isRead.has(what)) await expectReads(victim, at);
  expect(report.status).toBe("failed");
  expect(report.findings).toContainEqual(expect.objectContaining({ chainPosition: at, code }));
  expect(failedOf(report)).toEqual(failed);
  if (!Number.isNaN(total)) expect(report.findings).toHaveLength(total);
  // Without checkpoints, an incremental run is the same as a full run.
  const incremental = checkpointKept ? [{ incremental: true }] : [];
  const parts = isFullRun ? [{ from: 6, to: 7 }, { from: 2 }, ...incremental] : incremental;
  await Promise.all(parts.map((part) => verify(victim, part)));
}

test("an intact chain has no findings, in full, in ranges and from its checkpoint", async () => {
  const victim = await createVictim(owner, { checkpointSizes: [4, 8] });
  const ok = { status: "ok", findings: [], findingsTotal: 0 };
  expect(await verify(victim, { expectedHead: victim.receipts[6] })).toMatchObject({
    ...ok,
    eventsVerified: 10,
    from: 1,
    to: 10,
    headHash: victim.receipts[9]?.blockHash,
    checkpoint: { size: 8 },
    verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "ok", anchor: "ok" },
  });
  for (const from of everyNth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 4)) {
    const ends = Array.from({ length: 11 - from }, (_, i) => from + i);
    const reports = await Promise.all(ends.map((to) => verify(victim, { from, to })));
    expect(reports).toMatchObject(ends.map((to) => ({ ...ok, from, to, eventsVerified: to - from + 1 })));
  }
  expect(await verify(victim, { incremental: true })).toMatchObject({ ...ok, from: 9, to: 10, eventsVerified: 2 });
  expect(await verify(victim, { from: 7, to: 9 })).toMatchObject({ verdicts: { completeness: "not_checked" } });
  expect(await verify(victim, { incremental: true, expectedHead: victim.receipts[5] })).toMatchObject({
    ...ok,
    from: 5,
    verdicts: { anchor: "ok", completeness: "ok", checkpoints: "ok" },
  });
  expect(await verify(victim, { expectedHead: victim.checkpoints[0] })).toMatchObject({
    ...ok,
    verdicts: { anchor: "ok" },
  });
});

test("an organisation without events has no findings", async () => {
  const victim = await createVictim(owner, { events: 0 });
  expect(await verify(victim)).toMatchObject({ status: "ok", from: 1, to: 0, eventsVerified: 0 });
});

describe("attacks without checkpoints", () => {
  let victim: Awaited<ReturnType<typeof createRestorable>>;
  beforeAll(async () => {
    victim = await createRestorable([]);
  });
  // Edits of single columns use the same code path. verify-stored-chain.test.ts edits random bytes of hashed values.
  test.each([...everyNth(eventEdits, 6), ...everyNth(rows, 4)])(
    "detects once, at its position: %s",
    async (...attack) => {
      await suffer(victim, attack);
    },
  );
});

describe("attacks with checkpoints", () => {
  let shared: Awaited<ReturnType<typeof createRestorable>>;
  beforeAll(async () => {
    shared = await createRestorable([4, 8, 9]);
  });
  test.each(everyNth(withCheckpoints, 4))("detects: %s", async (...attack) => {
    await suffer(shared, attack);
  });

  test("a checkpoint signed with a key that is not pinned is unverified but not altered", async () => {
    const victim = await createVictim(owner, { checkpointSizes: [4] });
    await addCheckpoint(owner, victim, 8, { stranger: true });
    const report = await verify(victim);
    expect(report).toMatchObject({ status: "not_verified", verdicts: { checkpoints: "not_verified", linkage: "ok" } });
    expect(report.findings).toMatchObject([{ chainPosition: 8, code: "checkpoint_key_unknown" }]);
    expect(report.checkpoint).toMatchObject({ size: 4 });
  });

  test("detects a rewritten chain with checkpoints signed by another key", async () => {
    const victim = await createVictim(owner, { checkpointSizes: [4] });
    await run(victim, `${rewritten(1)}; DELETE FROM chain_checkpoints ${checkpointAt} = 4`);
    const kept = victim.checkpoints.pop();
    await addCheckpoint(owner, victim, 10, { stranger: true });
    expect((await verify(victim)).verdicts.checkpoints).toBe("not_verified");
    expect(failedOf(await verify(victim, { expectedHead: kept }))).toContain("anchor");
  });
});

test("an event moved to another organisation is missing in its own and invalid in the other", async () => {
  const [victim, receiver] = [await createVictim(owner), await createVictim(owner)];
  await run(victim, `UPDATE audit_events SET organisation_id = '${receiver.organisationId}' ${here} = 5`);
  expect(await verify(victim)).toMatchObject({
    findingsTotal: 1,
    findings: [{ chainPosition: 5, code: "events_missing" }],
  });
  expect(failedOf(await verify(receiver))).toEqual(["content", "linkage", "completeness"]);
  expect(await verify(bystander)).toMatchObject({ status: "ok" });
});

test("a saved receipt or checkpoint reveals a restored old dump", async () => {
  const victim = await createVictim(owner, { events: 6 });
  const { receipts } = victim;
  await run(
    victim,
    `CREATE TEMP TABLE dump AS SELECT * FROM audit_events WHERE organisation_id = $ORG;
    CREATE TEMP TABLE dumped_head AS SELECT * FROM chain_heads WHERE organisation_id = $ORG;
    CREATE TEMP TABLE dumped_counts AS SELECT * FROM audit_event_counts WHERE organisation_id = $ORG`,
  );
  await grow(victim, 4);
  const checkpoint = await addCheckpoint(owner, victim, 9);
  const kept = [...receipts];
  await run(
    victim,
    `DELETE FROM audit_events WHERE organisation_id = $ORG; INSERT INTO audit_events SELECT * FROM dump;
    DELETE FROM chain_heads WHERE organisation_id = $ORG; INSERT INTO chain_heads SELECT * FROM dumped_head;
    DELETE FROM audit_event_counts WHERE organisation_id = $ORG; INSERT INTO audit_event_counts SELECT * FROM dumped_counts;
    DELETE FROM chain_checkpoints WHERE organisation_id = $ORG`,
  );
  receipts.length = 6;
  await grow(victim, 8);
  expect(await verify(victim)).toMatchObject({ status: "ok", eventsVerified: 14 });
  for (const receipt of kept) {
    const report = await verify(victim, { expectedHead: receipt });
    expect(report.verdicts.anchor).toBe(receipt.chainPosition <= 6 ? "ok" : "failed");
  }
  expect(await verify(victim, { expectedHead: checkpoint })).toMatchObject({
    verdicts: { anchor: "failed", checkpoints: "failed", content: "ok", linkage: "ok" },
    findings: [{ code: "checkpoint_missing", expected: checkpointHash(checkpoint) }, { code: "anchor_mismatch" }],
  });
});

test.each([
  ["metadata", change("metadata = 'not JSON'")],
  ["metadata to null", change("metadata = NULL")],
  ["idempotency keys", change("idempotency_key = 'k', request_hash = 'x'")],
  [
    "the order of rows",
    "CREATE TABLE IF NOT EXISTS copies AS SELECT * FROM audit_events LIMIT 0; INSERT INTO copies SELECT * FROM audit_events WHERE organisation_id = $ORG ORDER BY random(); DELETE FROM audit_events WHERE organisation_id = $ORG; INSERT INTO audit_events SELECT * FROM copies WHERE organisation_id = $ORG",
  ],
])("a change of %s is not detected, because no hash covers it", async (_what, sql) => {
  const victim = await createVictim(owner, { checkpointSizes: [4] });
  await run(victim, sql);
  expect(await verify(victim)).toMatchObject({ status: "ok", findings: [] });
});

test("an undetectable rewrite is reported as ok", async () => {
  const victim = await createVictim(owner, { checkpointSizes: [8] });
  await run(victim, "CALL forge($ORG, 1); CALL rehash_from($ORG, 11)");
  await run(
    victim,
    "UPDATE audit_event_counts SET events = events + 1 WHERE organisation_id = $ORG AND model_id = $MODEL0",
  );
  expect(await verify(victim, { expectedHead: victim.receipts[9] })).toMatchObject({ status: "ok" });
});

test("lists the first 100 findings and counts all", { tags: "full" }, async () => {
  const victim = await createVictim(owner, { events: 130 });
  await run(victim, "UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $ORG");
  const report = await verify(victim);
  expect(report.findings.map(({ chainPosition }) => chainPosition)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  );
  expect(report).toMatchObject({
    findingsTotal: 130,
    eventsVerified: 130,
    verdicts: { linkage: "ok", completeness: "ok" },
  });
});

describe("a changed database schema", () => {
  const rename = (from: string, to: string) => `ALTER TABLE ${from} RENAME ${to}`;
  test.each([
    ["the events table is missing", rename("audit_events", "TO hidden"), rename("hidden", "TO audit_events")],
    ["a column is missing", rename("audit_events", "content TO hidden"), rename("audit_events", "hidden TO content")],
    ["the heads table is missing", rename("chain_heads", "TO hidden"), rename("hidden", "TO chain_heads")],
    [
      "the checkpoints table is missing",
      rename("chain_checkpoints", "TO hidden"),
      rename("hidden", "TO chain_checkpoints"),
    ],
    [
      "the read permission was revoked",
      "REVOKE SELECT ON audit_events FROM gas_app",
      "GRANT SELECT ON audit_events TO gas_app",
    ],
  ])("makes the chain unreadable: %s", async (_what, sql, undo) => {
    const victim = await createVictim(owner, { checkpointSizes: [4] });
    await owner.query(sql);
    try {
      expect(await verify(victim)).toMatchObject({
        status: "failed",
        verdicts: { completeness: "unreadable", content: "unreadable" },
        findings: [{ code: "unreadable" }],
      });
    } finally {
      await owner.query(undo);
    }
    expect(await verify(victim)).toMatchObject({ status: "ok" });
  });

  test("hides events by a row policy, which are reported as missing", async () => {
    const victim = await createVictim(owner);
    await owner.query(`ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
      CREATE POLICY hide ON audit_events USING (chain_position <> 5)`);
    try {
      expect(await verify(victim)).toMatchObject({
        findingsTotal: 1,
        findings: [{ chainPosition: 5, code: "events_missing" }],
      });
    } finally {
      await owner.query("DROP POLICY hide ON audit_events; ALTER TABLE audit_events DISABLE ROW LEVEL SECURITY");
    }
  });

  test("with a function of the same name in the public schema has no effect", async () => {
    const victim = await createVictim(owner);
    await owner.query("CREATE FUNCTION public.left(text, integer) RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$");
    const url = new URL(database.applicationUrl);
    url.searchParams.set("options", "-c DateStyle=German -c search_path=public,pg_catalog -c enable_indexscan=off");
    try {
      const { organisationId } = victim;
      expect(await verifyOnBothPaths({ organisationId }, { databaseUrl: url.href })).toMatchObject({ status: "ok" });
    } finally {
      await owner.query("DROP FUNCTION public.left(text, integer)");
    }
  });
});
