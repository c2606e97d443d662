import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownTestDatabase } from "@/tools/database/testing";
import { installJobQueue } from "./job-queue";

const database = ownTestDatabase();
let application: pg.Client;

beforeAll(async () => {
  application = new pg.Client({ connectionString: database.applicationUrl });
  await application.connect();
});
afterAll(() => application.end());

test("the application role adds, claims, postpones and deletes jobs", async () => {
  const { rows } = await application.query<{ id: string }>("SELECT id FROM graphile_worker.add_job('outbox', '{}')");
  const ids = [rows[0]?.id];
  const { rows: seen } = await application.query("SELECT task_identifier FROM graphile_worker.jobs");
  expect(seen).toEqual([{ task_identifier: "outbox" }]);
  await application.query("SELECT graphile_worker.reschedule_jobs($1, now() + interval '1 hour')", [ids]);
  await application.query("UPDATE graphile_worker._private_jobs SET locked_by = 'gone', locked_at = now()");
  await application.query("SELECT graphile_worker.force_unlock_workers('{gone}')");
  await application.query("SELECT graphile_worker.complete_jobs($1)", [ids]);
  expect((await application.query("SELECT FROM graphile_worker.jobs")).rowCount).toBe(0);
});

test("the application role cannot change the queue's schema", async () => {
  await expect(application.query("DROP TABLE graphile_worker._private_jobs")).rejects.toThrow("must be owner");
  await expect(application.query("INSERT INTO graphile_worker.migrations (id) VALUES (99)")).rejects.toThrow(
    "permission denied",
  );
});

test("repeated and concurrent installations keep waiting jobs", async () => {
  await application.query("SELECT graphile_worker.add_job('outbox', '{}')");
  await Promise.all([installJobQueue(database.ownerUrl), installJobQueue(database.ownerUrl)]);
  expect((await application.query("SELECT FROM graphile_worker.jobs")).rowCount).toBe(1);
});

test("the sequence of task numbers wraps around when it is exhausted", async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("ALTER TABLE graphile_worker._private_tasks ALTER COLUMN id RESTART WITH 2147483646");
  await owner.end();
  for (let i = 0; i < 4; i++) await application.query("SELECT graphile_worker.add_job('outbox', '{}')");
});
