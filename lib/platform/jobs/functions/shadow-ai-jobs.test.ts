import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { registerModel } from "@/lib/domains/models";
import { importLog } from "@/lib/domains/shadow-ai";
import { inputOf, nativeLines } from "@/lib/domains/shadow-ai/testing/logs";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import { pool } from "@/lib/platform/database/db";
import { closeEngines, engine } from "@/lib/platform/jobs/engine/testing";
import {
  analyseShadowAi,
  applyAllowLists,
  pruneShadowAi,
  sweepShadowAi,
  watchLogFolder,
} from "@/lib/platform/jobs/functions/shadow-ai";
import { runJob } from "@/lib/platform/jobs/functions/testing";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
afterEach(closeEngines);

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const recent = () => nativeLines(5, {}, Date.now() - 60_000);

test("an import is analysed as soon as it is committed", async () => {
  const ctx = await createTestContext(systemClock);
  await engine([analyseShadowAi]);
  await importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(recent())] });
  const calls = async () => {
    const { rows } = await pool().query("SELECT calls::int FROM shadow_ai_detections WHERE organisation_id = $1", [
      ctx.organisation.id,
    ]);
    return rows;
  };
  await expect.poll(calls, { timeout: 30_000 }).toEqual([{ calls: 5 }]);
});

test("a changed allow list is applied to existing uses", async () => {
  const ctx = await createTestContext(systemClock);
  await engine([analyseShadowAi, applyAllowLists]);
  await importLog(ctx, { source: "proxy", via: "API", inputs: [inputOf(recent())] });
  const registered = async () => {
    const { rows } = await pool().query("SELECT registered FROM shadow_ai_detections WHERE organisation_id = $1", [
      ctx.organisation.id,
    ]);
    return rows;
  };
  await expect.poll(registered, { timeout: 30_000 }).toEqual([{ registered: false }]);
  await registerModel(ctx, { name: "Assistant", allowedEndpoints: [{ host: "api.openai.com" }] });
  await expect.poll(registered, { timeout: 30_000 }).toEqual([{ registered: true }]);
  const pending = async () => (await pool().query("SELECT 1 FROM pending_effects")).rowCount;
  await expect.poll(pending, { timeout: 30_000 }).toBe(0);
});

test("the sweep and the pruning can be repeated", async () => {
  expect((await runJob(sweepShadowAi)).steps).toEqual(["imports", "stored", "uses", "users"]);
  expect((await runJob(pruneShadowAi)).steps).toEqual(["prune"]);
});

test("reads the watched folder if one is configured", async () => {
  const ctx = await createTestContext(systemClock);
  expect((await runJob(watchLogFolder)).steps).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), "logs-"));
  const place = join(folder, ctx.organisation.id, "proxy");
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "a.ndjson"), `${recent().join("\n")}\n`);
  await utimes(join(place, "a.ndjson"), 0, 0);
  env().LOG_FOLDER = folder;
  try {
    // A recently changed file is skipped, regardless of its modification time.
    expect((await runJob(watchLogFolder)).steps).toEqual(["look"]);
    expect(await readdir(place)).toEqual(["a.ndjson"]);
  } finally {
    delete env().LOG_FOLDER;
    await rm(folder, { recursive: true });
  }
});
