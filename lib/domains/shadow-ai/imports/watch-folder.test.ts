import { appendFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClock, createTestContext, type TestClock } from "@/lib/domains/api-keys/testing";
import { findWaitingLogs, importWaitingLogs, listImports } from "@/lib/domains/shadow-ai";
import { nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let clock: TestClock;
let ctx: Context;
let folder: string;
let place: string;

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});
const folders: string[] = [];
afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true });
});

/** A folder for the source `proxy` of a new organisation. */
async function begin(): Promise<void> {
  clock = createTestClock(Date.now());
  ctx = await createTestContext(clock);
  folder = await mkdtemp(join(tmpdir(), "logs-"));
  folders.push(folder);
  place = join(folder, ctx.organisation.id, "proxy");
  await mkdir(place, { recursive: true });
}

const put = (name: string, lines: string[]) => writeFile(join(place, name), `${lines.join("\n")}\n`);
const linesOf = (count: number, given = {}) => nativeLines(count, given, clock.nowMs - 60_000);
/** Marks files written now as unchanged long enough. */
const settle = () => {
  clock.nowMs = Date.now() + 11_000;
};
const take = () => importWaitingLogs(folder, { organisationId: ctx.organisation.id, source: "proxy" }, clock);

/** Names of processed files by outcome. */
async function names(): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(place.length + 1).replace(/imp_[0-9a-z]+/, "imp")).sort();
}

test("reads unchanged files together and moves them to the done folder with a report", async () => {
  await begin();
  await put("a.ndjson", linesOf(5));
  await put("b.ndjson", linesOf(8));
  expect(await findWaitingLogs(folder, clock)).toEqual([]);
  settle();
  expect(await findWaitingLogs(folder, clock)).toEqual([{ organisationId: ctx.organisation.id, source: "proxy" }]);
  const report = await take();
  expect(report).toMatchObject({ format: "ndjson", accepted: 8, duplicates: 5 });
  expect(await names()).toEqual([".done/imp/a.ndjson", ".done/imp/b.ndjson", ".done/imp/report.json"]);
  const written = await readFile(join(place, ".done", report?.importId ?? "", "report.json"), "utf8");
  expect(JSON.parse(written)).toEqual({ ...report, files: ["a.ndjson", "b.ndjson"] });
  expect(await findWaitingLogs(folder, clock)).toEqual([]);
  expect((await listImports(ctx, { limit: 5 })).data).toMatchObject([{ via: "FOLDER", source: "proxy" }]);
});

test("moves unreadable files to the failed folder with the reason", async () => {
  await begin();
  await put("a.log", ["lorem ipsum"]);
  settle();
  expect(await take()).toBeNull();
  expect(await names()).toEqual([".failed/imp/a.log", ".failed/imp/report.json"]);
  const { data } = await listImports(ctx, { limit: 5 });
  const written = await readFile(join(place, ".failed", data[0]?.id ?? "", "report.json"), "utf8");
  expect(JSON.parse(written)).toMatchObject({ error: expect.stringContaining("Formats: ndjson, zeek") });
  expect(data).toMatchObject([{ status: "FAILED" }]);
});

test("reads options from .import.json", async () => {
  await begin();
  const time = new Date(clock.nowMs - 60_000).toISOString();
  await put("a.csv", ["wann,wohin,womit", `${time},api.openai.com,OpenAI/Python 1.2.3`]);
  const columns = { wann: "time", wohin: "host", womit: "userAgent" };
  await writeFile(join(place, ".import.json"), JSON.stringify({ format: "csv", mapping: { columns } }));
  settle();
  expect(await take()).toMatchObject({ format: "csv", accepted: 1, rejected: 0 });
  await put("b.csv", ["x"]);
  await writeFile(join(place, ".import.json"), JSON.stringify({ format: "cvs" }));
  settle();
  expect(await take()).toBeNull();
  expect(await names()).toContain(".failed/imp/b.csv");
});

test("keeps a file that grew during reading and does not count its first part twice", async () => {
  await begin();
  const lines = linesOf(10);
  await put("a.ndjson", lines.slice(0, 6));
  settle();
  let looks = 0;
  const growing = {
    now: () => {
      // The file is unchanged at the first check, and changes before the second.
      if (++looks === 2) appendFileSync(join(place, "a.ndjson"), `${lines.slice(6).join("\n")}\n`);
      return clock.nowMs;
    },
  };
  const first = await importWaitingLogs(folder, { organisationId: ctx.organisation.id, source: "proxy" }, growing);
  expect(await names()).toEqual([".done/imp/report.json", "a.ndjson"]);
  settle();
  const second = await take();
  expect((first?.accepted ?? 0) + (second?.accepted ?? 0)).toBe(10);
  expect(await names()).not.toContain("a.ndjson");
});

test("ignores links, hidden files, invalid names and unknown organisations", async () => {
  await begin();
  const secret = join(folder, "secret.ndjson");
  await writeFile(secret, linesOf(3).join("\n"));
  await symlink(secret, join(place, "link.ndjson"));
  await put(".hidden.ndjson", linesOf(3));
  await symlink(place, join(folder, ctx.organisation.id, "linked"));
  await mkdir(join(folder, "not-an-organisation", "proxy"), { recursive: true });
  await mkdir(join(folder, ctx.organisation.id, "odd name"));
  await writeFile(join(folder, ctx.organisation.id, "odd name", "a"), "x");
  const nobody = newId("organisation");
  await mkdir(join(folder, nobody, "proxy"), { recursive: true });
  await writeFile(join(folder, nobody, "proxy", "a"), "x");
  settle();
  expect(await take()).toBeNull();
  expect(await findWaitingLogs(folder, clock)).toEqual([{ organisationId: nobody, source: "proxy" }]);
  expect(await importWaitingLogs(folder, { organisationId: nobody, source: "proxy" }, clock)).toBeNull();
  expect(await readdir(join(folder, nobody, "proxy"))).toEqual(["a"]);
  expect((await listImports(ctx, { limit: 5 })).data).toEqual([]);
});

test("finds nothing in a missing folder", async () => {
  expect(await findWaitingLogs("/nowhere/at/all", createTestClock())).toEqual([]);
});
