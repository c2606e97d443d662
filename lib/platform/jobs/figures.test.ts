import { afterEach, expect, it } from "vitest";
import { pool } from "@/lib/platform/database/db";
import { onEvent } from "@/lib/platform/jobs/define";
import { closeEngines, engine, mailQueued, send, statusesOf } from "@/lib/platform/jobs/engine/testing";
import { readQueueFigures } from "@/lib/platform/jobs/engine/worker-store";
import { jobFigures } from "@/lib/platform/jobs/figures";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
afterEach(closeEngines);

it("counts queued runs by status, and finished runs by function and outcome", async () => {
  jobFigures();
  for (let i = 0; i < 4; i++) await send([mailQueued()]);
  const change = (set: string, offset: number) =>
    pool().query(
      `UPDATE graphile_worker._private_jobs SET ${set} WHERE id = (SELECT id FROM graphile_worker._private_jobs ORDER BY id OFFSET $1 LIMIT 1)`,
      [offset],
    );
  await change("run_at = now() - interval '90 seconds'", 0);
  await change("attempts = max_attempts", 1);
  await change("locked_at = now(), locked_by = 'another-worker'", 2);
  await change("run_at = now() + interval '1 hour'", 3);
  expect(await readQueueFigures(pool())).toMatchObject({ ready: 1, scheduled: 1, running: 1, failed: 1, waiting: 0 });

  const processOf = (role: string, seconds: number) => [role, role, seconds];
  for (const values of [processOf("web", 0), processOf("worker", 44), processOf("all", 46)])
    await pool().query(
      `INSERT INTO service_processes VALUES ($1, 'host', 1, $2, '1.0.0', '20.0.0', now(), now() - $3 * interval '1 second', 0)`,
      values,
    );

  const text = await metrics().registry.metrics();
  expect(text).toContain("gas_job_workers 1\n");
  for (const state of ["ready", "scheduled", "running", "failed"]) {
    expect(text).toContain(`gas_jobs_queue_depth{state="${state}"} 1\n`);
  }
  expect(Number(/^gas_jobs_oldest_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(89);

  await engine([
    onEvent("mail/message.queued", { id: "counted", retries: 1 }, async ({ step }) => {
      await step.run("fail", async () => {
        throw new Error("never");
      });
    }),
  ]);
  await expect.poll(() => statusesOf("counted"), { timeout: 30_000 }).toEqual(["FAILED"]);
  const after = await metrics().registry.metrics();
  expect(after).toContain('gas_job_runs_total{function="counted",outcome="retried"} 1\n');
  expect(after).toContain('gas_job_runs_total{function="counted",outcome="failed"} 1\n');
  expect(after).toContain('gas_job_failures_total{function="counted"} 2\n');
  expect(after).toContain('gas_job_run_duration_seconds_count{function="counted"} 1\n');
});
