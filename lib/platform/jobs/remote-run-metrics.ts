import { Middleware, StepError } from "inngest";
import { jobFigures } from "@/lib/platform/jobs/figures";
import { log } from "@/lib/platform/telemetry/log";

type RunError = Pick<Middleware.OnRunErrorArgs, "ctx" | "fn" | "error" | "isFinalAttempt">;

/**
 * Counts and logs the runs that an Inngest server starts in this process, like the embedded engine does. The duration
 * starts at the time of the event.
 */
export class RemoteRunMetrics extends Middleware.BaseMiddleware {
  readonly id = "run-metrics";

  override onRunComplete(run: Middleware.OnRunCompleteArgs): void {
    count(run, "completed");
    observe(run);
  }

  override onRunError(run: Middleware.OnRunErrorArgs): void {
    // The last error of a step has been counted as the step's error.
    if (!(run.error instanceof StepError)) jobFigures().failures.inc({ function: nameOf(run) });
    if (run.isFinalAttempt) {
      count(run, "failed");
      observe(run);
      log().error(facts(run), "a background job failed permanently");
    } else retried(run);
  }

  override onStepError(step: Middleware.OnStepErrorArgs): void {
    jobFigures().failures.inc({ function: nameOf(step) });
    if (!step.isFinalAttempt) retried(step);
  }
}

function retried(run: RunError): void {
  count(run, "retried");
  log().warn(facts(run), "a background job failed and will be retried");
}

type Run = Pick<RunError, "ctx" | "fn">;

function count(run: Run, outcome: string): void {
  jobFigures().runs.inc({ function: nameOf(run), outcome });
}

function observe(run: Run): void {
  const { ts } = run.ctx.event;
  if (ts !== undefined) jobFigures().runSeconds.observe({ function: nameOf(run) }, Math.max(0, Date.now() - ts) / 1000);
}

/** The function that handles the failure of another one has the same ID there. */
function nameOf({ ctx, fn }: Run): string {
  return ctx.event.name === "inngest/function.failed" ? `${fn.id()}-failure` : fn.id();
}

function facts(run: RunError) {
  const { name, message } = run.error;
  return { function: nameOf(run), runId: run.ctx.runId, failures: run.ctx.attempt + 1, reason: { name, message } };
}
