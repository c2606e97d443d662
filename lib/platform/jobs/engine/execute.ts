import { createHash } from "node:crypto";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import { asStored, type Job, type Step, stepSpan } from "@/lib/platform/jobs/define";
import type { ClaimedRun, Event, RunState, Settlement } from "@/lib/platform/jobs/engine/run-store";
import type { JobEvent } from "@/lib/platform/jobs/events";
import { activeTraceparent } from "@/lib/platform/telemetry/tracing";

/** The stored part of an error: no stack, no cause. */
export interface RunError {
  name: string;
  message: string;
}

/** The result of an execution, before it is stored. */
export type Outcome = Pick<Settlement, "status" | "state" | "attempt" | "delayMs"> & { error: RunError | null };

export interface ExecutionServices {
  takeEvents(events: Event[]): Promise<void>;
  /** Writes the state; false if another execution has replaced this one. */
  keep(run: ClaimedRun, state: RunState): Promise<boolean>;
  retryDelayMs(failures: number): number;
  /** No further step starts, because the process is closing. */
  isClosing(): boolean;
}

/** Another execution of the run has started, because this process was considered dead: this one has no effect. */
export class Replaced extends Error {
  override readonly name = "Replaced";
}

/** Thrown into the function when a step has used up its attempts. */
class StepFailed extends Error {
  constructor({ name, message }: RunError) {
    super(message);
    this.name = name;
  }
}

/**
 * Executes a run in this process until it sleeps, fails or ends. The result of a step is written before the next step
 * starts, or together with the end of the execution.
 *
 * @throws `Replaced`
 */
export function execute(run: ClaimedRun, job: Omit<Job, "trigger">, services: ExecutionServices): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const execution = new Execution(run, job, services, { resolve, reject });
    job
      .handler({ data: run.event.data as never, step: execution, runId: run.id })
      .then(() => execution.complete())
      .catch((error: unknown) => execution.fail(error));
  });
}

class Execution implements Step {
  private readonly state: RunState;
  private attempt: number;
  private isKept = true;

  constructor(
    private readonly given: ClaimedRun,
    private readonly job: Omit<Job, "trigger">,
    private readonly services: ExecutionServices,
    private readonly ending: { resolve(outcome: Outcome): void; reject(error: unknown): void },
  ) {
    this.state = given.state ?? { steps: {}, stack: [] };
    this.attempt = given.attempt;
  }

  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const { event } = this.given;
    const traced = { functionId: this.job.options.id, attempt: this.attempt, traceparent: event.traceparent };
    return (await this.once(id, () => stepSpan(id, traced, work))) as T;
  }

  async sleep(id: string, ms: number): Promise<void> {
    const key = keyOf(id);
    if (Object.hasOwn(this.state.steps, key)) return;
    this.remember(key, null);
    await this.stop({ delayMs: ms });
  }

  async sleepUntil(id: string, until: string | Date): Promise<void> {
    await this.sleep(id, Math.max(0, new Date(until).getTime() - Date.now()));
  }

  /** The IDs of the events are the same when the step is repeated. */
  async sendEvent(id: string, events: JobEvent | JobEvent[]): Promise<void> {
    const prefix = `${this.given.id}-${this.state.stack.length}`;
    const traceparent = activeTraceparent();
    const sent = [events]
      .flat()
      .map((event, index) => ({ ...event, id: `${prefix}-${index}`, ts: Date.now(), traceparent }));
    await this.once(id, () => this.services.takeEvents(sent));
  }

  complete(): void {
    this.ending.resolve({ status: "COMPLETED", state: null, attempt: this.attempt, delayMs: null, error: null });
  }

  /** The function failed outside its steps, or a step had no attempts left. */
  fail(thrown: unknown): void {
    const error = errorOf(thrown);
    if (!(thrown instanceof StepFailed) && this.hasAttempts()) void this.retry(error);
    else this.ending.resolve({ status: "FAILED", state: null, attempt: this.attempt, delayMs: null, error });
  }

  /** The result of a step, whose work is done unless an earlier execution has finished it. */
  private async once(id: string, work: () => Promise<unknown>): Promise<unknown> {
    const key = keyOf(id);
    const known = this.state.steps[key];
    if (known?.type === "error") throw new StepFailed(errorOf(known.error));
    if (known) return known.data;
    await this.begin();
    try {
      const data = asStored(await work());
      this.remember(key, { type: "data", data });
      return data;
    } catch (thrown) {
      if (isDatabaseUnavailable(thrown)) return this.postpone();
      const error = errorOf(thrown);
      if (this.hasAttempts()) return this.retry(error);
      this.remember(key, { type: "error", error });
      throw new StepFailed(error);
    }
  }

  /** Before a step: writes the results of the steps before it. */
  private async begin(): Promise<void> {
    try {
      if (!this.isKept && !(await this.services.keep(this.given, this.state)))
        throw new Replaced(`run ${this.given.id} was taken over by another process`);
      this.isKept = true;
    } catch (error) {
      if (isDatabaseUnavailable(error)) await this.postpone();
      this.ending.reject(error);
      await never();
    }
    if (this.services.isClosing()) await this.stop({ delayMs: 0 });
  }

  private hasAttempts(): boolean {
    return this.attempt < this.job.options.retries;
  }

  private retry(error: RunError): Promise<never> {
    const delayMs = this.services.retryDelayMs(this.attempt);
    return this.stop({ delayMs, attempt: this.attempt + 1, error });
  }

  /** The same step again when the database is available: this is not a failure of the step. */
  private postpone(): Promise<never> {
    return this.stop({ delayMs: this.services.retryDelayMs(0) });
  }

  /** Ends the execution. The function does not continue: it may catch errors, but this promise never settles. */
  private stop(sleep: { delayMs: number; attempt?: number; error?: RunError }): Promise<never> {
    const { state, attempt } = this;
    this.ending.resolve({ status: "SLEEPING", state, attempt, error: null, ...sleep });
    return never();
  }

  private remember(key: string, memo: RunState["steps"][string]): void {
    this.state.steps[key] = memo;
    this.state.stack.push(key);
    this.attempt = 0;
    this.isKept = false;
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Names steps like Inngest's SDK, so that runs started by earlier versions can continue. */
function keyOf(id: string): string {
  return createHash("sha1").update(id).digest("hex");
}

function errorOf(thrown: unknown): RunError {
  const { name = "Error", message = String(thrown) } = (thrown ?? {}) as Partial<RunError>;
  return { name, message };
}
