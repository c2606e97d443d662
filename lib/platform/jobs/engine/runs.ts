import type pg from "pg";
import { newId } from "@/lib/platform/core/ids";
import { inngestFunctions, localClient, localHandler } from "@/lib/platform/jobs/client";
import type { Job } from "@/lib/platform/jobs/define";
import { inBatches } from "@/lib/platform/jobs/engine/batch";
import { currentExecution, Execution, localServer, type Outcome, Replaced } from "@/lib/platform/jobs/engine/execute";
import {
  type EngineFunction,
  type Event,
  failureFunction,
  planEvents,
  readFunctions,
  type Start,
  start,
} from "@/lib/platform/jobs/engine/functions";
import type { RunError } from "@/lib/platform/jobs/engine/next";
import {
  type ClaimedRun,
  cancelRuns,
  claimRuns,
  isActive,
  keepStates,
  type RunState,
  type Settlement,
  settleRuns,
  startRuns,
} from "@/lib/platform/jobs/engine/run-store";
import { jobFigures } from "@/lib/platform/jobs/figures";
import { log } from "@/lib/platform/telemetry/log";
import { inSpan, tracing } from "@/lib/platform/telemetry/tracing";

interface RunsOptions {
  pool: pg.Pool;
  jobs: Job[];
  retryDelayMs(failures: number): number;
  isClosing(): boolean;
}

/** Runs of the embedded engine: what events start, what the clock starts, and their execution. */
export interface Runs {
  functions: Map<string, EngineFunction>;
  takeEvents(events: Event[]): Promise<void>;
  takeTick(functionId: string, cron: string, time: string): Promise<void>;
  /** Executes a run until it sleeps or ends. */
  execute(runId: string): Promise<void>;
}

/** How long a run waits for a process that has its function: another version of the service may be the one. */
const unknownFunctionMs = 60_000;

export function createRuns({ pool, jobs, retryDelayMs, isClosing }: RunsOptions): Runs {
  const startAll = inBatches(async (given: Start[][]) => {
    await startRuns(pool, given.flat());
    return given;
  }, 100);
  const claim = inBatches((ids: string[]) => claimRuns(pool, ids));
  const keep = inBatches((kept: { run: ClaimedRun; state: RunState }[]) => keepStates(pool, kept));
  const settle = inBatches((settled: Settlement[]) => settleRuns(pool, settled));

  const client = localClient(localServer(takeEvents));
  const built = inngestFunctions(client, jobs, {
    beforeStep: async () => await currentExecution()?.beforeStep(),
    onStepError: (error) => currentExecution()?.onStepError(error),
  });
  const functions = readFunctions(built);
  const call = localHandler(client, built);
  const services = {
    call,
    retryDelayMs,
    isClosing,
    keep: (run: ClaimedRun, state: RunState) => keep({ run, state }),
  };

  async function takeEvents(events: Event[]): Promise<void> {
    const { starts, cancels } = planEvents(events, functions.values(), () => newId("jobRun"));
    for (const cancel of cancels) await cancelRuns(pool, cancel);
    if (starts.length > 0) await startAll(starts);
  }

  async function takeTick(functionId: string, cron: string, time: string): Promise<void> {
    const known = functions.get(functionId);
    const event = { id: `cron ${time}`, name: "inngest/scheduled.timer", data: { cron }, ts: Date.parse(time) };
    if (known) await startAll([start(known, event, newId("jobRun"))]);
  }

  async function execute(runId: string): Promise<void> {
    const run = await claim(runId);
    if (run === undefined) return;
    const known = functions.get(run.functionId);
    try {
      await asSpan(run, async () => {
        const outcome = known ? await new Execution(run, known, services).start() : unknownFunction(run);
        await end(run, known, outcome);
        return outcome;
      });
    } catch (error) {
      if (!(error instanceof Replaced)) throw error;
      jobFigures().runs.inc({ function: run.functionId, outcome: "replaced" });
      // Cancelled, or done by another: this job is over. Where another works on it, the job is no longer ours to remove.
      if (await isActive(pool, runId)) throw error;
    }
  }

  async function end(run: ClaimedRun, known: EngineFunction | undefined, outcome: Outcome): Promise<void> {
    const { status, error } = outcome;
    const isSettled = await settle({
      ...outcome,
      run,
      error: error && `${error.name}: ${error.message}`,
      starts: status === "FAILED" && error && known?.hasOnFailure ? [failureRun(run, known, error)] : [],
    });
    if (!isSettled) throw new Replaced(`run ${run.id} was taken over`);
    observe(run, outcome);
  }

  return { functions, takeEvents, takeTick, execute };
}

/** An execution as a span, where they are traced: the child of what sent the event. */
async function asSpan({ id, functionId, attempt, event }: ClaimedRun, work: () => Promise<Outcome>): Promise<void> {
  const tracer = tracing();
  if (!tracer) return void (await work());
  const begun = {
    name: `job ${functionId}`,
    kind: "consumer" as const,
    parent: event.traceparent ?? null,
    attributes: { "gas.job.function": functionId, "gas.job.run_id": id, "gas.job.attempt": attempt + 1 },
  };
  await inSpan(tracer, begun, async (span) => {
    const { status, error } = await work();
    span.set({ "gas.job.status": status });
    if (error) span.fail(error.name);
  });
}

function unknownFunction({ id, functionId, state, attempt }: ClaimedRun): Outcome {
  log().warn({ function: functionId, runId: id }, "a run waits for a function that this version of the service lacks");
  return { status: "SLEEPING", state, attempt, delayMs: unknownFunctionMs, error: null };
}

/** The run of a function's `onFailure`. */
function failureRun({ id, event }: ClaimedRun, known: EngineFunction, error: RunError): Start {
  const data = {
    function_id: known.handlerId,
    run_id: id,
    error: { ...error, stack: "", __serialized: true },
    event,
  };
  const failed = {
    id: `${id} failed`,
    name: "inngest/function.failed",
    data,
    ts: Date.now(),
    traceparent: event.traceparent,
  };
  return start(failureFunction(known.id), failed, newId("jobRun"));
}

function observe(run: ClaimedRun, { status, error, attempt }: Outcome): void {
  const { runs, runSeconds, failures } = jobFigures();
  const labels = { function: run.functionId };
  const isRetried = status === "SLEEPING" && error !== null;
  runs.inc({ ...labels, outcome: isRetried ? "retried" : status === "SLEEPING" ? "asleep" : status.toLowerCase() });
  if (status !== "SLEEPING") runSeconds.observe(labels, (Date.now() - run.createdAt.getTime()) / 1000);
  if (error === null) return;
  failures.inc(labels);
  const facts = { ...labels, runId: run.id, failures: isRetried ? attempt : undefined, reason: error };
  if (isRetried) log().warn(facts, "a background job failed and is tried again");
  else log().error(facts, "a background job failed for good");
}
