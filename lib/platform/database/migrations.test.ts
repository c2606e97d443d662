import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { jobQueueMigration, pendingMigrations } from "@/lib/platform/database/migrations";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

it("the required schema of the job queue is that of the installed graphile-worker", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("graphile-worker/package.json"));
  const last = readdirSync(join(folder, "sql")).sort().at(-1) ?? "";
  expect(Number.parseInt(last, 10)).toBe(jobQueueMigration);
});

it("reports pending migrations only for an outdated or missing job queue", async () => {
  const pending = [`job queue, schema ${jobQueueMigration}`];
  expect(await pendingMigrations()).toEqual([]);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query("DELETE FROM graphile_worker.migrations WHERE id = $1", [jobQueueMigration]);
  expect(await pendingMigrations()).toEqual(pending);
  await owner.query("DROP SCHEMA graphile_worker CASCADE");
  expect(await pendingMigrations()).toEqual(pending);
  await owner.end();
});
