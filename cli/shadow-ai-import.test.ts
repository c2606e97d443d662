import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOrganisation } from "@/lib/domains/organisations";
import { nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { systemClock } from "@/lib/platform/core/clock";
import type { TestDatabase } from "@/tools/database/test-server";
import { createTestDatabase } from "@/tools/database/testing";
import { command } from "./shadow-ai-import";
import { execute } from "./support/testing";

let database: TestDatabase;
let db: pg.Pool;
let directory: string;
let organisation: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "import-"));
  Object.assign(process.env, {
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: directory,
    SERVER_SECRET: "x".repeat(40),
    LOG_LEVEL: "silent",
  });
  db = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  organisation = (await createOrganisation({ name: "Test", tier: "ENTERPRISE", livemode: true }, systemClock)).id;
});

afterAll(async () => {
  await db.end();
  const { pool } = await import("@/lib/platform/database/db");
  await pool().end();
  await database.drop();
  await rm(directory, { recursive: true });
});

const run = (argv: string[], given = "") => execute(command, argv, given);

/** One second apart, the last one a minute ago. */
const recent = (count: number) => nativeLines(count, {}, Date.now() - (count + 60) * 1000);
const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join("");

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

async function countedCalls(): Promise<number> {
  const { rows } = await db.query<{ calls: number }>(
    "SELECT coalesce(sum((stats->>'calls')::int), 0)::int AS calls FROM shadow_ai_uses WHERE organisation_id = $1",
    [organisation],
  );
  return rows[0]?.calls ?? 0;
}

test("reads files and standard input as one log and prints a report", async () => {
  const lines = recent(30);
  const plain = await file("plain.log", textOf(lines.slice(0, 10)));
  const packed = await file("packed.log.gz", gzipSync(textOf([...lines.slice(10, 20), "{"])));
  const argv = ["--organisation", organisation, "--source", "edge", "--format", "ndjson", plain, packed, "-"];
  const { status, out, err } = await run(argv, textOf(lines.slice(15)));
  expect({ status, err }).toEqual({ status: 0, err: "" });
  expect(out).toMatch(/^imp_[0-9a-z]+: ndjson\n {2}30 accepted, 5 duplicates, 1 rejected\n/);
  expect(out).toContain("line 11: packed.log.gz: ");
  const again = await run(["--organisation", organisation, "--json", plain]);
  expect(JSON.parse(again.out)).toMatchObject({ accepted: 0, duplicates: 10 });
});

test("--backfill accepts old records and --mapping maps columns", async () => {
  const mapping = await file(
    "mapping.json",
    JSON.stringify({ columns: { when: "time", dst: "host", with: "userAgent" } }),
  );
  const log = await file("old.csv", "when,dst,with\n2026-01-15T10:00:00Z,api.openai.com,OpenAI/Python 1.2.3\n");
  const argv = ["--organisation", organisation, "--format", "csv", "--mapping", mapping, "--json", log];
  expect(JSON.parse((await run(argv)).out)).toMatchObject({ accepted: 0, rejected: 1 });
  expect(JSON.parse((await run(["--backfill", ...argv])).out)).toMatchObject({ accepted: 1, rejected: 0 });
});

test("an unreadable log exits with 1 and a message", async () => {
  const log = await file("odd.log", "lorem ipsum\n");
  const { status, out, err } = await run(["--organisation", organisation, log]);
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(err).toContain("Formats: ndjson, zeek");
});

test.each<[string[], string]>([
  [[], "--organisation is required"],
  [["--organisation", "org_1"], "No files given"],
  [["--organisation", "org_1", "-", "-"], "once"],
  [["--organisation", "org_1", "/nowhere.log"], "File not found: /nowhere.log"],
  [["--organisation", "org_1", "/tmp"], "is a directory"],
  [["--organisation", "org_1", "--format", "cvs", "-"], "--format: "],
  [["--organisation", "org_1", "--source", "a b", "-"], "--source: "],
  [["--organisation", "org_1", "--time-zone", "Mars", "-"], "--time-zone: must be a time zone"],
  [["--organisation", "org_1", "--mapping", "/nowhere.json", "-"], "--mapping: could not read /nowhere.json"],
  [["--organisation", "org_1", "--colour", "-"], "--colour"],
  [["--organisation", "org_none", "-"], "organisation org_none not found"],
])("%j exits with 2: %s", async (argv, sentence) => {
  const { status, err } = await run(argv);
  expect(status).toBe(2);
  expect(err).toContain(sentence);
});

test("an import that was killed and repeated counts each record once", { tags: "full" }, async () => {
  const lines = recent(45_000);
  // The source of the first test: the counts of several sources do not add up.
  const before = await countedCalls();
  const argv = [
    "--import",
    "tsx",
    "cli/main.ts",
    "shadow-ai:import",
    "--organisation",
    organisation,
    "--source",
    "edge",
    "--format",
    "ndjson",
    "-",
  ];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined);
  // Withhold the end, so that the import cannot finish before it is killed.
  child.stdin.write(textOf(lines.slice(0, 40_000)));
  await expect.poll(countedCalls, { timeout: 30_000 }).toBeGreaterThan(before);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  const counted = (await countedCalls()) - before;
  expect(counted).toBeLessThan(45_000);

  const whole = await file("whole.log", textOf(lines));
  const again = ["--organisation", organisation, "--source", "edge", "--format", "ndjson", "--json", whole];
  const { status, out } = await run(again);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ accepted: 45_000 - counted, duplicates: counted });
  expect((await countedCalls()) - before).toBe(45_000);
});
