import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { areMigrationsApplied, jobQueueMigration, pendingMigrations } from "@/lib/platform/database/migrations";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

it("the required schema of the job queue is that of the installed graphile-worker", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("graphile-worker/package.json"));
  const last = readdirSync(join(folder, "sql")).sort().at(-1) ?? "";
  expect(Number.parseInt(last, 10)).toBe(jobQueueMigration);
});

it("reports only an outdated or missing job queue if it cannot read the migrations table", async () => {
  const pending = [`job queue, schema ${jobQueueMigration}`];
  expect(await pendingMigrations()).toEqual([]);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const applied = async () => [await pendingMigrations(), await areMigrationsApplied()];
  await owner.query("REVOKE SELECT ON _prisma_migrations FROM gas_app");
  expect(await applied()).toEqual([undefined, true]);
  await owner.query("DELETE FROM graphile_worker.migrations WHERE id = $1", [jobQueueMigration]);
  expect(await applied()).toEqual([undefined, false]);
  await owner.query("GRANT SELECT ON _prisma_migrations TO gas_app");
  expect(await applied()).toEqual([pending, false]);
  await owner.query("DROP SCHEMA graphile_worker CASCADE");
  expect(await applied()).toEqual([pending, false]);
  await owner.end();
});
