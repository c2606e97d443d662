import { afterEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { type JobContext, onEvent } from "@/lib/platform/jobs/define";
import { closeEngines, engine, mailQueued, runsOf, send, statusesOf } from "@/lib/platform/jobs/engine/testing";
import type { JobEventData } from "@/lib/platform/jobs/events";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
afterEach(closeEngines);

const soon = { timeout: 30_000, interval: 10 };
type Work = (context: JobContext<JobEventData<"mail/message.queued">>) => Promise<unknown>;

/** Runs a function once for a separate event, and waits for its end. */
async function once(id: string, retries: number, work: Work, failed?: (error: Error) => void): Promise<string[]> {
  const onFailure = failed && (async ({ error }: { error: Error }) => failed(error));
  await engine([onEvent("mail/message.queued", { id, retries, ...(onFailure && { onFailure }) }, work)]);
  await send([mailQueued()]);
  await expect.poll(() => statusesOf(id), soon).toEqual([expect.stringMatching(/^(COMPLETED|FAILED)$/)]);
  return await statusesOf(id);
}

it("steps are executed once and in order, and return the stored result", async () => {
  const done: string[] = [];
  await once("in-order", 0, async ({ step, runId }) => {
    const first = await step.run("first", async () => ({ at: new Date(0), nothing: undefined }));
    const nothing = await step.run("nothing", async () => {});
    await step.run("last", async () => done.push(`${JSON.stringify([first, nothing])} ${runId.startsWith("run_")}`));
  });
  expect(done).toEqual(['[{"at":"1970-01-01T00:00:00.000Z"},null] true']);
});

it("a finished run stores neither its event nor the results of its steps", async () => {
  await once("forgetful", 0, async ({ step }) => await step.run("one", async () => "secret"));
  expect(await runsOf("forgetful")).toMatchObject([{ event: null, state: null, error: null }]);
});

it("a sleeping run resumes without repeating completed steps", async () => {
  const done: [string, number][] = [];
  const mark = (name: string) => async () => done.push([name, Date.now()]) && undefined;
  await once("sleeper", 0, async ({ step }) => {
    await step.run("before", mark("before"));
    await step.sleep("a while", 1000);
    await step.run("between", mark("between"));
    await step.sleepUntil("until", new Date((done.at(-1)?.[1] ?? 0) + 300));
    await step.sleepUntil("passed", "2020-01-01T00:00:00Z");
    await step.run("after", mark("after"));
  });
  expect(done.map(([name]) => name)).toEqual(["before", "between", "after"]);
  const [before = 0, between = 0, after = 0] = done.map(([, at]) => at);
  expect(between - before).toBeGreaterThanOrEqual(990);
  expect(after - between).toBeGreaterThanOrEqual(290);
});

it("an event sent by a step starts its runs once, even if a later step is retried", async () => {
  const mailId = newId("mail");
  const received: unknown[] = [];
  let tries = 0;
  await engine([
    onEvent("audit/chain.grown", { id: "sender", retries: 2 }, async ({ step }) => {
      await step.run("before", async () => {});
      await step.sendEvent("send", [{ name: "mail/message.queued", data: { mailId } }]);
      await step.run("after", async () => {
        if (tries++ === 0) throw new Error("once");
      });
    }),
    onEvent("mail/message.queued", { id: "receiver", retries: 0 }, async ({ data }) => received.push(data)),
  ]);
  await send([{ name: "audit/chain.grown", data: { organisationId: newId("organisation") } }]);
  await expect.poll(() => statusesOf("sender"), soon).toEqual(["COMPLETED"]);
  await expect.poll(() => statusesOf("receiver"), soon).toEqual(["COMPLETED"]);
  expect(received).toEqual([{ mailId }]);
});

describe("failures", () => {
  it("a failed step is retried without repeating completed steps", async () => {
    const done: string[] = [];
    const status = await once("third-time", 2, async ({ step }) => {
      await step.run("before", async () => done.push("before"));
      await step.run("flaky", async () => {
        done.push("flaky");
        if (done.length < 4) throw new Error("not yet");
      });
      await step.run("after", async () => done.push("after"));
    });
    expect(status).toEqual(["COMPLETED"]);
    expect(done).toEqual(["before", "flaky", "flaky", "flaky", "after"]);
  });

  it("each step has its own retries", async () => {
    const tries = { one: 0, two: 0 };
    const status = await once("each-its-own", 2, async ({ step }) => {
      for (const name of ["one", "two"] as const) {
        await step.run(name, async () => {
          if (++tries[name] < 3) throw new Error("not yet");
        });
      }
    });
    expect([status, tries]).toEqual([["COMPLETED"], { one: 3, two: 3 }]);
  });

  it("a step without retries left fails the run and calls onFailure once with the event's data", async () => {
    const failures: string[] = [];
    let tries = 0;
    const status = await once(
      "hopeless",
      2,
      async ({ step }) =>
        await step.run("always", async () => {
          tries++;
          throw new TypeError("never");
        }),
      ({ message }) => failures.push(message),
    );
    expect([status, tries]).toEqual([["FAILED"], 3]);
    await expect.poll(() => failures, soon).toEqual(["never"]);
    await expect.poll(() => statusesOf("hopeless-failure"), soon).toEqual(["COMPLETED"]);
    expect(await runsOf("hopeless")).toMatchObject([{ error: "TypeError: never", event: null }]);
  });

  it("an error outside steps is also retried, and fails the run when no retries are left", async () => {
    let tries = 0;
    const status = await once("outside", 1, async () => {
      tries++;
      throw new Error("outside");
    });
    expect([status, tries]).toEqual([["FAILED"], 2]);
  });

  it("a function can continue after a step that failed permanently", async () => {
    const caught: string[] = [];
    const status = await once("catcher", 1, async ({ step }) => {
      try {
        await step.run("never", async () => {
          throw new Error("never works");
        });
      } catch (error) {
        caught.push((error as Error).message);
      }
      await step.run("instead", async () => {});
    });
    expect(status).toEqual(["COMPLETED"]);
    expect(new Set(caught)).toEqual(new Set(["never works"]));
  });

  it("an unavailable database never counts as a failure of a step", async () => {
    let tries = 0;
    const status = await once("database-away", 0, async ({ step }) => {
      await step.run("before", async () => {});
      await step.run("write", async () => {
        if (++tries < 4) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      });
    });
    expect([status, tries]).toEqual([["COMPLETED"], 4]);
  });
});

it("a run of an unknown function waits for a version that has it", async () => {
  await engine([onEvent("mail/message.queued", { id: "from-the-future", retries: 0 }, async () => {})]);
  await closeEngines();
  await pool().query(
    `SELECT job_runs_start(ARRAY['run_x'], ARRAY['from-the-future'], ARRAY['x'], ARRAY['{"id":"x","name":"mail/message.queued","data":{},"ts":1}']::json[], ARRAY[NULL]::text[], ARRAY[NULL]::integer[])`,
  );
  await engine([]);
  await expect.poll(() => statusesOf("from-the-future"), soon).toEqual(["SLEEPING"]);
});

it("a run put to sleep by an earlier version resumes after its completed steps", async () => {
  const done: string[] = [];
  const job = onEvent("mail/message.queued", { id: "older", retries: 0 }, async ({ step }) => {
    done.push(await step.run("before", async () => "repeated"));
    await step.sleep("a while", 3_600_000);
    await step.run("after", async () => done.push("after"));
  });
  await send([mailQueued()]);
  const first = await engine([job]);
  await expect.poll(() => statusesOf("older"), soon).toEqual(["SLEEPING"]);
  await first.close();
  // As Inngest's SDK named steps and stored their results.
  const [before, sleep] = ["51de2b835bd35a67eb32dbcd3d77d4b96e5aa39d", "5d04e78a7d5b1245463f63dee7d18c33bb3649ef"];
  const state = { steps: { [before]: { type: "data", data: "kept" }, [sleep]: null }, stack: [before, sleep] };
  await pool().query("UPDATE job_runs SET state = $1, wake_at = now() WHERE function_id = 'older'", [
    JSON.stringify(state),
  ]);
  await pool().query(
    "SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs",
  );
  await engine([job]);
  await expect.poll(() => statusesOf("older"), soon).toEqual(["COMPLETED"]);
  expect(done).toEqual(["repeated", "kept", "after"]);
});
