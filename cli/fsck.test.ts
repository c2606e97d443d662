import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addCheckpoint,
  becomeOwner,
  createVictim,
  grow,
  testKey,
  type VictimChain,
} from "@/lib/domains/audit-chain/testing/attacker";
import { publicKeyPem } from "@/lib/platform/signing/ed25519";
import type { TestDatabase } from "@/tools/database/test-server";
import { createTestDatabase } from "@/tools/database/testing";
import { command } from "./fsck";
import { execute } from "./support/testing";

let database: TestDatabase;
let owner: pg.Client;
let directory: string;
let victim: VictimChain;
let bystander: VictimChain;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "fsck-"));
  Object.assign(process.env, {
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: directory,
    SERVER_SECRET: "x".repeat(40),
  });
  owner = await becomeOwner(database.ownerUrl);
  victim = await createVictim(owner);
  bystander = await createVictim(owner, { events: 3 });
});

afterAll(async () => {
  await owner.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const run = (...argv: string[]) => execute(command, argv);

async function file(name: string, content: unknown): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

test("exits with 0 for intact chains", async () => {
  const all = await run();
  expect(all).toMatchObject({ status: 0, err: "" });
  expect(all.out).toContain(`ok     ${victim.organisationId}: 10 events`);
  expect(all.out).toContain(bystander.organisationId);
  const one = await run("--organisation", victim.organisationId, "--json");
  expect(one.status).toBe(0);
  expect(JSON.parse(one.out)).toMatchObject({
    status: "ok",
    organisations: [{ organisationId: victim.organisationId, eventsVerified: 10, verdicts: { anchor: "not_checked" } }],
  });
});

test("checks all saved receipts", async () => {
  const kept = await file("kept.json", [victim.receipts[8], victim.receipts[3], bystander.receipts[1]]);
  expect(await run("--expect-head", kept)).toMatchObject({ status: 0 });
  const forged = await file("forged.json", [
    victim.receipts[8],
    { ...victim.receipts[3], blockHash: victim.receipts[4]?.blockHash },
  ]);
  const { status, out } = await run("--expect-head", forged);
  expect(status).toBe(1);
  expect(out).toContain("at 4: anchor_mismatch");
  const gone = await file("gone.json", { ...victim.receipts[3], organisationId: "org_gone" });
  expect(await run("--expect-head", gone)).toMatchObject({
    status: 1,
    out: expect.stringContaining("FAILED org_gone"),
  });
});

test("exits with 1 for a tampered chain and prints the position, as text and JSON", async () => {
  const tampered = await createVictim(owner);
  await owner.query("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 4", [
    tampered.organisationId,
  ]);
  const text = await run();
  expect(text.status).toBe(1);
  expect(text.out).toMatch(/FAILED org_.* content FAILED, linkage ok/);
  expect(text.out).toMatch(/at 4 \(evt_.*\): header_mismatch; expected sha256:/);
  expect(text.out).toContain(`ok     ${victim.organisationId}`);
  const json = await run("--json", "--organisation", tampered.organisationId);
  expect(json.status).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    status: "failed",
    organisations: [{ findings: [{ chainPosition: 4 }] }],
  });
});

test("verifies checkpoints with the given key, and exits with 2 without any key and generates none", async () => {
  const signed = await createVictim(owner, { events: 4 });
  await addCheckpoint(owner, signed, 4);
  await grow(signed, 1);
  const key = await file("key.pem", publicKeyPem(testKey));
  const only = ["--organisation", signed.organisationId];
  expect(await run(...only)).toMatchObject({ status: 2, err: expect.stringContaining("--public-key") });
  expect(await run(...only)).toMatchObject({ status: 2 });
  expect(await run(...only, "--public-key", key)).toMatchObject({
    status: 0,
    out: expect.stringContaining("checkpoints ok"),
  });
});

test.each([
  ["an unknown flag", ["--all"], "Unknown flag"],
  ["an unknown organisation", ["--organisation", "org_none"], "organisation org_none not found"],
  ["a missing file", ["--expect-head", "/nowhere.json"], "--expect-head"],
  ["an invalid key", ["--public-key", "package.json"], "--public-key"],
  ["an invalid receipt", ["--expect-head", "package.json"], "must contain a receipt, a checkpoint, or a list of them"],
])("exits with 2 and a message for %s", async (_what, argv, sentence) => {
  const { status, err } = await run(...argv);
  expect(status).toBe(2);
  expect(err).toContain(sentence);
});
