import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { StepJob } from "@/lib/domains/evidence/generation/perform-step";
import type { StepOutcome } from "@/lib/domains/evidence/generation/run-step";
import { append, ask, day, step, steps, stored } from "@/lib/domains/evidence/generation/testing/pipeline";
import { createRequester, temporaryDirectory } from "@/lib/domains/evidence/testing/packages";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { WorkerPool as AnyPool, type WorkerPoolOptions } from "@/lib/platform/documents/worker-pool";
import { GenerationFailed } from "@/lib/platform/documents/worker-process";
import { ownTestDatabase } from "@/tools/database/testing";

class Pool extends AnyPool<StepJob, StepOutcome> {}

const database = ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
// Isolates this file from the temporary directories of other tests.
process.env.TMPDIR = temporaryDirectory();

const generation = join(process.cwd(), "lib", "domains", "evidence", "generation");
const opened: Pool[] = [];
afterEach(() => {
  for (const workers of opened.splice(0)) workers.close();
});

const options: WorkerPoolOptions = {
  entry: join(generation, "testing", "odd-worker.ts"),
  size: 1,
  waitingMax: 10,
  silenceMs: 60_000,
  idleMs: 60_000,
  keptBytesMax: 2 ** 30,
  // While other tests run, a process of lower priority takes a minute to start.
  priority: constants.priority.PRIORITY_NORMAL,
  givesWay: false,
  heapMiB: 128,
};

function open(given: Partial<WorkerPoolOptions> = {}): Pool {
  const workers = new Pool({ ...options, ...given });
  opened.push(workers);
  return workers;
}

/** Runs a job that makes the worker behave in the given way. Also returns the worker's process ID. */
async function behave(workers: Pool, packageId: string) {
  const progress: number[] = [];
  const order = { key: { organisationId: "org_1", packageId }, step: "verify" as const };
  const outcome = await workers
    .run(order, (fraction) => progress.push(fraction))
    .catch((error: unknown) => ({ error }));
  return { outcome, pid: progress.shift() ?? 0, progress };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const soon = { timeout: 60_000, interval: 20 };

describe("a worker pool", () => {
  it.each([true, false])(
    "with givesWay %s, sends the parent process's state before the job only if givesWay is true",
    async (givesWay) => {
      const { progress } = await behave(open({ givesWay }), "state");
      expect(progress).toEqual([givesWay ? expect.toBeOneOf([0, 1]) : -1]);
    },
  );

  it("runs a job in a process of low priority and reports its progress", async () => {
    const priority = constants.priority.PRIORITY_BELOW_NORMAL;
    const { outcome, pid, progress } = await behave(open({ priority }), "progress");
    expect([outcome, progress]).toEqual(["done", [0.25, 0.5, 1]]);
    expect(pid).not.toBe(process.pid);
    expect(getPriority(pid)).toBe(priority);
  });

  it("reuses a worker until it has been idle for the configured time", async () => {
    const workers = open({ idleMs: 100 });
    const first = await behave(workers, "done");
    const second = await behave(workers, "done");
    expect(second.pid).toBe(first.pid);
    await expect.poll(() => isAlive(first.pid), soon).toBe(false);
    expect(await behave(workers, "done")).toMatchObject({ outcome: "done" });
  });

  it("replaces a worker whose memory exceeds the limit", async () => {
    const workers = open();
    const { outcome, pid } = await behave(workers, "large");
    expect(outcome).toBe("done");
    await expect.poll(() => isAlive(pid), soon).toBe(false);
    expect((await behave(workers, "done")).pid).not.toBe(pid);
  });

  it.each([
    ["is killed", "crash", /ended without a result \(SIGKILL\)/],
    ["exits", "exit", /ended without a result \(exit code 7\)/],
  ])("reports an error if a worker %s, and continues with another worker", async (_name, behaviour, message) => {
    const workers = open();
    const { outcome } = await behave(workers, behaviour);
    expect(outcome).toEqual({ error: expect.objectContaining({ message: expect.stringMatching(message) }) });
    expect(await behave(workers, "done")).toMatchObject({ outcome: "done" });
  });

  it("stops a worker that sends no messages", async () => {
    const { outcome } = await behave(open({ silenceMs: 3_000 }), "silent");
    expect(outcome).toEqual({
      error: expect.objectContaining({ message: expect.stringContaining("after 3 s without a message") }),
    });
  });

  it("rethrows the worker's error and keeps the worker", async () => {
    const workers = open();
    const failed = await behave(workers, "fail");
    const { error } = failed.outcome as { error: Error };
    expect([error.name, error.message, isDatabaseUnavailable(error)]).toEqual(["OddError", "it is odd", true]);
    const impossible = (await behave(workers, "impossible")).outcome as { error: unknown };
    expect(impossible.error).toBeInstanceOf(GenerationFailed);
    expect((await behave(workers, "done")).pid).toBe(failed.pid);
  });

  it("queues jobs and rejects jobs above the limit", async () => {
    const workers = open({ waitingMax: 1, silenceMs: 5_000 });
    const outcomes = await Promise.all([behave(workers, "done"), behave(workers, "done"), behave(workers, "done")]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "done", undefined]);
    expect((await behave(workers, "done")).pid).toBe(outcomes[0]?.pid);
  });

  it("deletes the temporary files of a killed worker", async () => {
    const { pid } = await behave(open(), "litter");
    await expect.poll(() => scratchOf(pid), soon).toEqual([]);
  });

  it("does not delete another process's directories", async () => {
    const mine = mkdtempSync(join(tmpdir(), `governance-evidence-${process.pid}-`));
    await behave(open(), "crash");
    expect(existsSync(mine)).toBe(true);
    rmdirSync(mine);
  });
});

describe("the worker", { timeout: 120_000 }, () => {
  const workers = new Pool({ ...options, entry: join(generation, "worker.ts"), heapMiB: 512 });
  afterAll(() => workers.close());

  it("performs the steps of a package with the same result as the main process", async () => {
    const requester = await createRequester();
    await append(requester, { timestamp: day(2) }, { timestamp: day(3) });
    const key = await ask(requester);
    await steps(requester, key, "collect");
    for (const name of ["verify", "render", "sign"] as const) {
      expect([name, await workers.run({ key, step: name })]).toEqual([name, "done"]);
    }
    const bytes = await stored(key, "packageDraft");
    expect(await step(requester, key, "store")).toBe("done");
    expect((await stored(key, "package")).equals(bytes)).toBe(true);
  });

  it("returns busy while the package is locked, and ended if the package does not exist", async () => {
    const requester = await createRequester();
    const key = await ask(requester);
    await steps(requester, key, "collect");
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      const lock = `evidence-package ${key.organisationId} ${key.packageId}`;
      await owner.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [lock]);
      expect(await workers.run({ key, step: "verify" })).toBe("busy");
    } finally {
      await owner.end();
    }
    const gone = { ...key, packageId: "epkg_01kahbc2g8m9n4q6r1s7t3v5wx" };
    expect(await workers.run({ key: gone, step: "verify" })).toBe("ended");
  });

  it("exits during a step when the process of its pool is killed, and leaves no temporary files", async () => {
    const requester = await createRequester();
    await append(requester, { timestamp: day(2) });
    const key = await ask(requester);
    await steps(requester, key, "verify");
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query("BEGIN; LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE");
      const before = new Set(scratch());
      const entry = join(generation, "testing", "pool-process.ts");
      const parent = spawn(process.execPath, ["--import", "tsx", entry, key.organisationId, key.packageId, "render"]);
      await expect.poll(() => scratch().filter((name) => !before.has(name)).length, soon).toBe(1);
      const [name = ""] = scratch().filter((one) => !before.has(one));
      const pid = Number(name.split("-")[2]);
      expect(isAlive(pid)).toBe(true);
      parent.kill("SIGKILL");
      await once(parent, "exit");
      await expect.poll(() => [isAlive(pid), scratchOf(pid)], soon).toEqual([false, []]);
    } finally {
      await owner.end();
    }
    expect(await workers.run({ key, step: "render" })).toBe("done");
  });
});

function scratch(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("governance-evidence-"));
}

function scratchOf(pid: number): string[] {
  return scratch().filter((name) => name.startsWith(`governance-evidence-${pid}-`));
}
