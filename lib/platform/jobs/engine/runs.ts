import type pg from "pg";
import { newId } from "@/lib/platform/core/ids";
import { inBatches } from "@/lib/platform/database/batch";
import type { Job } from "@/lib/platform/jobs/define";
import { execute, type Outcome, Replaced, type RunError } from "@/lib/platform/jobs/engine/execute";
import {
  type ClaimedRun,
  claimRuns,
  type Event,
  isActive,
  keepStates,
  type RunState,
  type Settlement,
  type Start,
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

/** Runs of the embedded engine: started by events and schedules, and executed. */
export interface Runs {
  takeEvents(events: Event[]): Promise<void>;
  takeTick(functionId: string, cron: string, time: string): Promise<void>;
  /** Executes a run until it sleeps or ends. */
  execute(runId: string): Promise<void>;
}

type Executable = Omit<Job, "trigger">;

/** How long a run waits for a process that has its function, such as another version of the service. */
const unknownFunctionMs = 60_000;

export function createRuns({ pool, jobs, retryDelayMs, isClosing }: RunsOptions): Runs {
  const executables: Executable[] = [...jobs, ...jobs.flatMap(failureJobs)];
  const known = new Map(executables.map((job) => [job.options.id, job]));
  const startAll = inBatches(async (given: Start[][]) => {
    await startRuns(pool, given.flat());
    return given;
  }, 100);
  const claim = inBatches((ids: string[]) => claimRuns(pool, ids));
  const keep = inBatches((kept: { run: ClaimedRun; state: RunState }[]) => keepStates(pool, kept));
  const settle = inBatches((settled: Settlement[]) => settleRuns(pool, settled));
  const services = {
    takeEvents,
    keep: (run: ClaimedRun, state: RunState) => keep({ run, state }),
    retryDelayMs,
    isClosing,
  };

  async function takeEvents(events: Event[]): Promise<void> {
    const starts = events.flatMap((event) =>
      jobs
        .filter(({ trigger }) => "event" in trigger && trigger.event === event.name)
        .map((job) => startOf(job, event)),
    );
    if (starts.length > 0) await startAll(starts);
  }

  async function takeTick(functionId: string, cron: string, time: string): Promise<void> {
    const job = known.get(functionId);
    const event = { id: `cron ${time}`, name: "inngest/scheduled.timer", data: { cron }, ts: Date.parse(time) };
    if (job) await startAll([startOf(job, event)]);
  }

  async function executeRun(runId: string): Promise<void> {
    const run = await claim(runId);
    if (run === undefined) return;
    const job = known.get(run.functionId);
    try {
      await asSpan(run, async () => {
        const outcome = job ? await execute(run, job, services) : unknownFunction(run);
        await end(run, job, outcome);
        return outcome;
      });
    } catch (error) {
      if (!(error instanceof Replaced)) throw error;
      jobFigures().runs.inc({ function: run.functionId, outcome: "replaced" });
      // If another execution is active, this one must not remove the job.
      if (await isActive(pool, runId)) throw error;
    }
  }

  async function end(run: ClaimedRun, job: Executable | undefined, outcome: Outcome): Promise<void> {
    const { status, error } = outcome;
    const isSettled = await settle({
      ...outcome,
      run,
      error: error && `${error.name}: ${error.message}`,
      starts: status === "FAILED" && error && job ? failureJobs(job).map((one) => failureRun(run, one, error)) : [],
    });
    if (!isSettled) throw new Replaced(`run ${run.id} was taken over by another process`);
    observe(run, outcome);
  }

  return { takeEvents, takeTick, execute: executeRun };
}

/** A run of one function for one event. */
function startOf({ options: { id: functionId, concurrency } }: Executable, event: Event): Start {
  const key = concurrency?.key && String(event.data[concurrency.key.slice("event.data.".length)]);
  return {
    id: newId("jobRun"),
    functionId,
    dedupeKey: `event ${event.id}`,
    event,
    concurrencyKey: concurrency ? [functionId, ...(key === undefined ? [] : [key])].join(" ") : null,
    concurrencyLimit: concurrency?.limit ?? null,
  };
}

interface FailureData {
  event: Event;
  error: RunError;
}

/** The function that calls another function's `onFailure`, if it has one. Started only by the failure. */
function failureJobs({ options: { id }, onFailure }: Executable): Executable[] {
  if (!onFailure) return [];
  const handler = async ({ data: { event, error } }: { data: FailureData }) =>
    onFailure({ data: event.data as never, error: Object.assign(new Error(error.message), { name: error.name }) });
  return [{ options: { id: `${id}-failure`, retries: 1 }, handler: handler as Job["handler"], onFailure: undefined }];
}

/** The span of an execution, if traced: a child of the span that sent the event. */
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
  log().warn(
    { function: functionId, runId: id },
    "a run is waiting for a function that this version of the service does not have",
  );
  return { status: "SLEEPING", state, attempt, delayMs: unknownFunctionMs, error: null };
}

function failureRun({ id, event }: ClaimedRun, job: Executable, error: RunError): Start {
  const data = { run_id: id, error, event };
  const { traceparent } = event;
  return startOf(job, { id: `${id} failed`, name: "inngest/function.failed", data, ts: Date.now(), traceparent });
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
  if (isRetried) log().warn(facts, "a background job failed and will be retried");
  else log().error(facts, "a background job failed permanently");
}
