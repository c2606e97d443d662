import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { jobQueueMigration, pendingMigrations } from "@/lib/platform/database/migrations";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

it("the schema that is asked for is the one that the installed graphile-worker brings", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("graphile-worker/package.json"));
  const last = readdirSync(join(folder, "sql")).sort().at(-1) ?? "";
  expect(Number.parseInt(last, 10)).toBe(jobQueueMigration);
});

it("a migrated database lacks nothing, and one whose job queue is older or missing says so", async () => {
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
