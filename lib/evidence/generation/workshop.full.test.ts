import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "@/lib/db";
import type { StepOutcome } from "@/lib/evidence/generation/run-step";
import { append, ask, day, step, steps, stored } from "@/lib/evidence/generation/testing/pipeline";
import type { WorkOrder } from "@/lib/evidence/generation/workshop-order";
import { createRequester, temporaryDirectory } from "@/lib/evidence/testing/packages";
import { GenerationFailed } from "@/lib/workshop/generation-failed";
import { Workshop as AnyWorkshop, type WorkshopOptions } from "@/lib/workshop/workshop";
import { ownTestDatabase } from "@/scripts/database/testing";

class Workshop extends AnyWorkshop<WorkOrder, StepOutcome> {}

const database = ownTestDatabase();
process.env.DATA_DIR = temporaryDirectory();
// So that what other tests leave there is not looked at.
process.env.TMPDIR = temporaryDirectory();

const generation = join(process.cwd(), "lib", "evidence", "generation");
const opened: Workshop[] = [];
afterEach(() => {
  for (const workshop of opened.splice(0)) workshop.close();
});

const options: WorkshopOptions = {
  entry: join(generation, "testing", "odd-worker.ts"),
  places: 1,
  waitingMax: 10,
  silenceMs: 60_000,
  idleMs: 60_000,
  keptBytesMax: 2 ** 30,
  // Beside other tests, what is below normal takes a minute to start.
  priority: constants.priority.PRIORITY_NORMAL,
  heapMiB: 128,
};

function open(given: Partial<WorkshopOptions> = {}): Workshop {
  const workshop = new Workshop({ ...options, ...given });
  opened.push(workshop);
  return workshop;
}

/** Has the worker behave in a way; answers its process's id too. */
async function behave(workshop: Workshop, packageId: string) {
  const progress: number[] = [];
  const order = { key: { organisationId: "org_1", packageId }, step: "verify" as const };
  const outcome = await workshop
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

describe("a workshop", () => {
  it("has an order carried out by a process of low priority, and tells its progress", async () => {
    const priority = constants.priority.PRIORITY_BELOW_NORMAL;
    const { outcome, pid, progress } = await behave(open({ priority }), "progress");
    expect([outcome, progress]).toEqual(["done", [0.25, 0.5, 1]]);
    expect(pid).not.toBe(process.pid);
    expect(getPriority(pid)).toBe(priority);
  });

  it("keeps a worker for the next order, for a while", async () => {
    const workshop = open({ idleMs: 100 });
    const first = await behave(workshop, "done");
    const second = await behave(workshop, "done");
    expect(second.pid).toBe(first.pid);
    await expect.poll(() => isAlive(first.pid), soon).toBe(false);
    expect(await behave(workshop, "done")).toMatchObject({ outcome: "done" });
  });

  it("does not keep a worker that has grown large", async () => {
    const workshop = open();
    const { outcome, pid } = await behave(workshop, "large");
    expect(outcome).toBe("done");
    await expect.poll(() => isAlive(pid), soon).toBe(false);
    expect((await behave(workshop, "done")).pid).not.toBe(pid);
  });

  it.each([
    ["is killed", "crash", /ended without an answer \(SIGKILL\)/],
    ["exits", "exit", /ended without an answer \(exit code 7\)/],
  ])("tells of a worker that %s as an error, and goes on with another", async (_name, behaviour, message) => {
    const workshop = open();
    const { outcome } = await behave(workshop, behaviour);
    expect(outcome).toEqual({ error: expect.objectContaining({ message: expect.stringMatching(message) }) });
    expect(await behave(workshop, "done")).toMatchObject({ outcome: "done" });
  });

  it("ends a worker of which nothing is heard", async () => {
    const { outcome } = await behave(open({ silenceMs: 3_000 }), "silent");
    expect(outcome).toEqual({
      error: expect.objectContaining({ message: expect.stringContaining("nothing was heard") }),
    });
  });

  it("throws what the worker threw, so that others can decide by it", async () => {
    const workshop = open();
    const failed = await behave(workshop, "fail");
    const { error } = failed.outcome as { error: Error };
    expect([error.name, error.message, isDatabaseUnavailable(error)]).toEqual(["OddError", "it is odd", true]);
    const impossible = (await behave(workshop, "impossible")).outcome as { error: unknown };
    expect(impossible.error).toBeInstanceOf(GenerationFailed);
    expect((await behave(workshop, "done")).pid).toBe(failed.pid);
  });

  it("lets orders wait for a place, and takes no more than so many", async () => {
    const workshop = open({ waitingMax: 1, silenceMs: 5_000 });
    const outcomes = await Promise.all([behave(workshop, "done"), behave(workshop, "done"), behave(workshop, "done")]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "done", undefined]);
    expect((await behave(workshop, "done")).pid).toBe(outcomes[0]?.pid);
  });

  it("removes what a killed worker left in the temporary directory", async () => {
    const { pid } = await behave(open(), "litter");
    await expect.poll(() => scratchOf(pid), soon).toEqual([]);
  });

  it("leaves alone what is another's", async () => {
    const mine = mkdtempSync(join(tmpdir(), `governance-evidence-${process.pid}-`));
    await behave(open(), "crash");
    expect(existsSync(mine)).toBe(true);
    rmdirSync(mine);
  });
});

describe("the worker", { timeout: 120_000 }, () => {
  const workshop = new Workshop({ ...options, entry: join(generation, "worker.ts"), heapMiB: 512 });
  afterAll(() => workshop.close());

  it("does the steps of a package as they are done in this process", async () => {
    const requester = await createRequester();
    await append(requester, { timestamp: day(2) }, { timestamp: day(3) });
    const key = await ask(requester);
    await steps(requester, key, "collect");
    for (const name of ["verify", "render", "sign"] as const) {
      expect([name, await workshop.run({ key, step: name })]).toEqual([name, "done"]);
    }
    const bytes = await stored(key, "packageDraft");
    expect(await step(requester, key, "store")).toBe("done");
    expect((await stored(key, "package")).equals(bytes)).toBe(true);
  });

  it("is busy where somebody else is at the package, and ended where there is nothing to do", async () => {
    const requester = await createRequester();
    const key = await ask(requester);
    await steps(requester, key, "collect");
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      const lock = `evidence-package ${key.organisationId} ${key.packageId}`;
      await owner.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [lock]);
      expect(await workshop.run({ key, step: "verify" })).toBe("busy");
    } finally {
      await owner.end();
    }
    const gone = { ...key, packageId: "epkg_01kahbc2g8m9n4q6r1s7t3v5wx" };
    expect(await workshop.run({ key: gone, step: "verify" })).toBe("ended");
  });

  it("ends with the process that gave the order, in the middle of a step, and leaves nothing behind", async () => {
    const requester = await createRequester();
    await append(requester, { timestamp: day(2) });
    const key = await ask(requester);
    await steps(requester, key, "verify");
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    try {
      await owner.query("BEGIN; LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE");
      const before = new Set(scratch());
      const entry = join(generation, "testing", "workshop-process.ts");
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
    expect(await workshop.run({ key, step: "render" })).toBe("done");
  });
});

function scratch(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("governance-evidence-"));
}

function scratchOf(pid: number): string[] {
  return scratch().filter((name) => name.startsWith(`governance-evidence-${pid}-`));
}
