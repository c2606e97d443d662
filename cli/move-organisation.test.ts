import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appendEvent, getCheckpoint, verifyStoredChain } from "@/lib/domains/audit-chain";
import { createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { eraseEvent } from "@/lib/domains/erasure";
import { inviteMember } from "@/lib/domains/members";
import { newAddress } from "@/lib/domains/members/testing";
import { createEndpoint } from "@/lib/domains/webhooks";
import { endpointInput } from "@/lib/domains/webhooks/testing/endpoints";
import { readCatalogue } from "@/lib/platform/database/catalogue-store";
import { isOrganisationMoving, pool } from "@/lib/platform/database/db";
import type { TestDatabase } from "@/tools/database/test-server";
import { createTestDatabase, ownTestDatabase } from "@/tools/database/testing";
import { moveCommand } from "./move-organisation";
import { connect, switchOver } from "./move-organisation/move";
import { databaseProblems } from "./move-organisation/requirements";
import { reserve } from "./move-organisation/state";
import { chainTables, notCopied, readTables } from "./move-organisation/tables";
import { execute } from "./support/testing";

const source = ownTestDatabase();
const address = "https://eu.audit.example";
const program = ["--import", "tsx", "cli/main.ts"];
const command = moveCommand({ program: () => program, closingMs: 0 });
let target: TestDatabase;
let there: pg.Client;
let directory: string;
let chain: TestChain;

beforeAll(async () => {
  target = await createTestDatabase();
  there = new pg.Client({ connectionString: target.superuserUrl });
  await there.connect();
  directory = mkdtempSync(join(tmpdir(), "move-"));
  process.env.DATA_DIR = join(directory, "source");
});

afterAll(async () => {
  await there.end();
  await target.drop();
  rmSync(directory, { recursive: true, force: true });
});

beforeEach(async () => {
  chain = await createTestChain();
});

/** The environment of the target, with changes. */
function targetFile(changes: Record<string, string> = {}): string {
  const { SERVER_SECRET = "", ENCRYPTION_KEY = "", CHECKPOINT_KEY = "" } = process.env;
  const own = { DATABASE_URL: target.applicationUrl, DATA_DIR: join(directory, "target"), PUBLIC_URL: address };
  const variables = { ...own, SERVER_SECRET, ENCRYPTION_KEY, CHECKPOINT_KEY, ...changes };
  const path = join(directory, "target.env");
  writeFileSync(
    path,
    Object.entries(variables)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(""),
  );
  return path;
}

const move = (flags: string[] = [], changes?: Record<string, string>) =>
  execute(command, ["--organisation", chain.ctx.organisation.id, "--target", targetFile(changes), ...flags]);

async function append(payload: Record<string, unknown> = {}, of = chain) {
  const { ctx, modelId } = of;
  const draft: Parameters<typeof appendEvent>[1] = {
    modelId,
    eventType: "DATA_ACCESS",
    severity: "INFO",
    payload,
    tags: [],
  };
  return (await appendEvent(ctx, draft)).event;
}

const erase = (eventId: string) => eraseEvent(chain.ctx, eventId, { legalBasis: "GDPR_ART_17", reference: "DSR-1" });

async function countThere(table: string, organisationId = chain.ctx.organisation.id): Promise<number> {
  const { rows } = await there.query(`SELECT count(*)::int AS n FROM ${table} WHERE organisation_id = $1`, [
    organisationId,
  ]);
  return rows[0].n;
}

test("every table is copied, or declared with the reason, and a trigger stops writes to it", async () => {
  const tables = await readTables(there);
  const catalogue = Object.keys(await readCatalogue(there));
  const all = catalogue.flatMap((object) => /^table (\w+)$/.exec(object)?.[1] ?? []);
  expect([...tables.map(({ name }) => name), ...Object.keys(notCopied)].sort()).toEqual(all.sort());
  const guarded = tables.filter(({ name }) => !["audit_events", "audit_event_counts"].includes(name));
  expect(guarded.filter(({ name }) => !catalogue.includes(`trigger ${name}.organisation_writes`))).toEqual([]);
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(chainTables));
});

test("moves an organisation that is written after the first copy, with erased events, and leaves another untouched", async () => {
  const { organisation } = chain.ctx;
  const other = await createTestChain();
  await append({ n: 0 }, other);
  const [first, second] = [await append({ n: 1 }), await append({ n: 2 })];
  await inviteMember(chain.ctx, { email: newAddress(), name: "Ada", role: "VIEWER" });
  const endpoint = await createEndpoint(chain.ctx, endpointInput);
  await erase(first.id);
  const checkpoint = await getCheckpoint(chain.ctx);
  expect(await move(["--copy-only"])).toMatchObject({ status: 0 });
  await erase(second.id);
  const last = await append({ n: 3 });
  await pool().query("UPDATE webhook_endpoints SET warned_at = '2026-11-20' WHERE id = $1", [endpoint.id]);
  await pool().query("DELETE FROM member_tokens WHERE organisation_id = $1", [organisation.id]);

  const saved = join(directory, "saved.json");
  writeFileSync(saved, JSON.stringify([checkpoint, last.receipt]));
  const moved = await move(["--expect-head", saved]);
  expect(moved, moved.err).toMatchObject({ status: 0, out: expect.stringContaining("are identical") });

  expect(await countThere("audit_events")).toBe(last.chainPosition);
  expect(await countThere("event_erasures")).toBe(2);
  expect(await countThere("member_tokens")).toBe(0);
  const { rows } = await there.query("SELECT warned_at::date::text AS warned FROM webhook_endpoints WHERE id = $1", [
    endpoint.id,
  ]);
  expect(rows).toEqual([{ warned: "2026-11-20" }]);
  expect(await countThere("audit_events", other.ctx.organisation.id)).toBe(0);

  const error = await append().catch((thrown: unknown) => thrown);
  expect(isOrganisationMoving(error)).toBe(true);
  await append({}, other);
  expect(await move()).toMatchObject({ status: 0, out: expect.stringContaining("is served at the target") });
  expect(await move(["--abort"])).toMatchObject({ status: 1, err: expect.stringContaining("has moved") });

  await there.query("INSERT INTO pending_effects (key, event, due_at) VALUES ('moved', $1, now())", [
    JSON.stringify({ data: { organisationId: organisation.id } }),
  ]);
  const effectsHere = async () => (await pool().query("SELECT FROM pending_effects WHERE key = 'moved'")).rowCount;
  const back = await connect(organisation, { source: target.applicationUrl, target: source.applicationUrl });
  expect(await databaseProblems(back, organisation.id)).toEqual([]);
  const steps = { copyFiles: () => Promise.resolve(), verify: async () => expect(await effectsHere()).toBe(0) };
  await switchOver(back, { address, closingMs: 0, note: () => undefined, ...steps }).finally(back.end);
  expect(await effectsHere()).toBe(1);
  expect((await append({ n: 4 })).chainPosition).toBe(last.chainPosition + 1);
});

test("an event that was changed at the target during the copy is found, and the source accepts writes again", async () => {
  await append({ n: 1 });
  await append({ n: 2 });
  expect(await move(["--copy-only"])).toMatchObject({ status: 0 });
  await there.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
  await there.query(
    "UPDATE audit_events SET content = replace(content, '\"n\":1', '\"n\":7') WHERE organisation_id = $1",
    [chain.ctx.organisation.id],
  );
  await there.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only");
  await there.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_continue_head");
  await there.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_erase_only");
  const failed = await move();
  expect(failed.status).toBe(1);
  expect(failed.err).toContain("audit_events: positions 1 to 10000");
  expect(failed.err).toContain("The source accepts writes again.");
  await append({ n: 3 });
  expect((await verifyStoredChain({ organisationId: chain.ctx.organisation.id })).status).toBe("ok");
});

test("a repeated run completes a move only with the same address and target", async () => {
  const { id } = chain.ctx.organisation;
  await append();
  expect(await move(["--copy-only"])).toMatchObject({ status: 0 });
  await pool().query("INSERT INTO organisation_moves (organisation_id, state, address) VALUES ($1, 'MOVED', $2)", [
    id,
    address,
  ]);
  const refused = { status: 1, err: expect.stringContaining(`has moved to ${address}, not to https://us.example`) };
  expect(await move(["--address", "https://us.example"])).toMatchObject(refused);
  expect(await countThere("organisation_moves")).toBe(1);
  const elsewhere = await createTestDatabase();
  try {
    const wrong = { status: 1, err: expect.stringContaining("the database of --target does not have it") };
    expect(await move([], { DATABASE_URL: elsewhere.applicationUrl })).toMatchObject(wrong);
  } finally {
    await elsewhere.drop();
  }
  for (const _run of ["interrupted", "completed"])
    expect(await move()).toMatchObject({ status: 0, out: expect.stringContaining("is served at the target") });
  expect(await countThere("organisation_moves")).toBe(0);
});

test("exits while another run moves the organisation, including an abort", async () => {
  await append();
  for (const url of [source.applicationUrl, target.applicationUrl]) {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await reserve(other, chain.ctx.organisation.id);
    const refusal = { status: 1, err: expect.stringContaining("Another run of organisations:move") };
    expect(await move()).toMatchObject(refusal);
    if (url === source.applicationUrl) expect(await move(["--abort"])).toMatchObject(refusal);
    await other.end();
  }
  expect(await move()).toMatchObject({ status: 0 });
});

test("rejects a target that cannot read the records or already has the organisation", async () => {
  await append();
  const otherKey = Buffer.alloc(32, 1).toString("base64");
  const refused = await move([], {
    SERVER_SECRET: "x".repeat(32),
    ENCRYPTION_KEY: otherKey,
    CHECKPOINT_KEY: otherKey,
  });
  expect(refused.status).toBe(1);
  for (const name of ["SERVER_SECRET:", "ENCRYPTION_KEYS_RETIRED:", "CHECKPOINT_PUBLIC_KEYS:"])
    expect(refused.err).toContain(name);
  expect(refused.err).not.toContain(process.env.ENCRYPTION_KEY);

  await there.query("INSERT INTO organisations (id, name, tier, livemode) VALUES ($1, 'Other', 'STARTER', true)", [
    chain.ctx.organisation.id,
  ]);
  expect(await move()).toMatchObject({ status: 1, err: expect.stringContaining("already") });
});
