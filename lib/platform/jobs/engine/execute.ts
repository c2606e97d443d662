import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnavailable } from "@/lib/platform/database/db";
import type { ExecutorAnswer, ExecutorCall } from "@/lib/platform/jobs/client";
import type { EngineFunction, Event } from "@/lib/platform/jobs/engine/functions";
import {
  type Finished,
  finishedStep,
  type Next,
  nextAfter,
  type Op,
  type RunError,
} from "@/lib/platform/jobs/engine/next";
import type { ClaimedRun, RunState, Settlement } from "@/lib/platform/jobs/engine/run-store";
import { activeTraceparent } from "@/lib/platform/telemetry/tracing";

/** How an execution left its run, without what the store adds. */
export type Outcome = Pick<Settlement, "status" | "state" | "attempt" | "delayMs"> & { error: RunError | null };

export interface ExecutionServices {
  call(call: ExecutorCall): Promise<ExecutorAnswer>;
  /** Writes the state; false where another execution has replaced this one. */
  keep(run: ClaimedRun, state: RunState): Promise<boolean>;
  retryDelayMs(failures: number): number;
  /** No step begins any more: the process ends. */
  isClosing(): boolean;
}

/** Another execution of the run has begun, because this process was taken for dead: what this one does has no effect. */
export class Replaced extends Error {
  override readonly name = "Replaced";
}

/** The process ends: the run goes on in another. */
class Closing extends Error {
  override readonly name = "Closing";
}

const current = new AsyncLocalStorage<Execution>();

/** The execution within which this is called, by way of the SDK. */
export function currentExecution(): Execution | undefined {
  return current.getStore();
}

/**
 * One execution of a run, in this process: calls the SDK until the run sleeps, fails or ends. What a step returned is
 * written before the next one begins, or together with the end.
 */
export class Execution {
  private readonly state: RunState;
  private attempt: number;
  private isKept = true;
  private halted: unknown;
  private sent = 0;

  constructor(
    private readonly run: ClaimedRun,
    private readonly known: EngineFunction,
    private readonly services: ExecutionServices,
  ) {
    this.state = run.state ?? { steps: {}, stack: [] };
    this.attempt = run.attempt;
  }

  get runId(): string {
    return this.run.id;
  }

  /** Executes until there is nothing to do now. */
  async start(): Promise<Outcome> {
    for (;;) {
      const next = await this.ask(undefined);
      const outcome = next.next === "run-planned" ? await this.runPlanned(next.stepIds) : this.outcomeOf(next);
      if (outcome) return outcome;
    }
  }

  /** Called before a step's work, and before anything leaves the run: what was done so far is written first. */
  async beforeStep(): Promise<void> {
    try {
      if (this.halted) throw this.halted;
      await this.keep();
      if (this.services.isClosing()) throw new Closing("the process ends");
    } catch (error) {
      this.halted = error;
      throw error;
    }
  }

  /** Where the database is away the step is no failure: it is done when the database is back. */
  onStepError(error: unknown): void {
    if (isDatabaseUnavailable(error)) this.halted ??= error;
  }

  /** Takes the operations the SDK reports while it goes on by itself. */
  checkpoint(ops: Op[]): void {
    this.remember(ops.flatMap((op) => finishedStep(op) ?? []));
  }

  /** An id for an event sent by the step under way: the same when the step is repeated. */
  eventId(): string {
    return `${this.run.id}-${this.state.stack.length}-${this.sent++}`;
  }

  /** Several steps were planned at once: one after the other, each with a call of its own. */
  private async runPlanned(stepIds: string[]): Promise<Outcome | undefined> {
    for (const stepId of stepIds) {
      const outcome = this.outcomeOf(await this.ask(stepId));
      if (outcome) return outcome;
    }
    return undefined;
  }

  private async ask(stepId: string | undefined): Promise<Next> {
    const { id } = this.run;
    const { traceparent: _, ...event } = this.run.event;
    const { steps, stack } = this.state;
    const body = {
      version: 2,
      event,
      events: [event],
      steps: { ...steps },
      ctx: {
        run_id: id,
        // Both let the SDK go on after a step by itself, reporting it: half the calls.
        fn_id: this.known.handlerId,
        qi_id: id,
        attempt: this.attempt,
        max_attempts: this.known.attemptsMax,
        disable_immediate_execution: false,
        use_api: false,
        stack: { stack: [...stack], current: stack.length },
      },
    };
    const answer = await current.run(this, () =>
      this.services.call({ functionId: this.known.handlerId, stepId, body }),
    );
    if (this.halted) return this.postponed(this.halted);
    const next = nextAfter(answer, this.attempt, this.known.attemptsMax, Date.now());
    this.remember(next.finished);
    return next;
  }

  /** The same step again, in another process or when the database is back: nothing of it counts as a failure. */
  private postponed(halted: unknown): Next {
    this.halted = undefined;
    if (halted instanceof Closing) return { finished: [], next: "sleep", ms: 0 };
    if (isDatabaseUnavailable(halted)) return { finished: [], next: "sleep", ms: this.services.retryDelayMs(0) };
    throw halted;
  }

  private outcomeOf(next: Next): Outcome | undefined {
    const { state, attempt } = this;
    switch (next.next) {
      case "go-on":
        return undefined;
      case "complete":
        return { status: "COMPLETED", state: null, attempt, delayMs: null, error: null };
      case "fail":
        return { status: "FAILED", state: null, attempt, delayMs: null, error: next.error };
      case "sleep":
        return { status: "SLEEPING", state, attempt, delayMs: next.ms, error: null };
      case "retry": {
        const delayMs = next.afterMs ?? this.services.retryDelayMs(attempt);
        return { status: "SLEEPING", state, attempt: attempt + 1, delayMs, error: next.error };
      }
      case "run-planned":
        throw new Error("a step that was asked for planned others");
    }
  }

  private remember(finished: Finished[]): void {
    for (const { id, memo } of finished) {
      if (!Object.hasOwn(this.state.steps, id)) this.state.stack.push(id);
      this.state.steps[id] = memo;
      this.attempt = 0;
      this.sent = 0;
      this.isKept = false;
    }
  }

  private async keep(): Promise<void> {
    if (this.isKept) return;
    this.isKept = true;
    if (!(await this.services.keep(this.run, this.state))) throw new Replaced(`run ${this.run.id} was taken over`);
  }
}

/**
 * The server the SDK talks to, in this process: takes the events that steps send, and what steps returned while the SDK
 * goes on by itself.
 */
export function localServer(takeEvents: (events: Event[]) => Promise<void>): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname } = new URL(String(input));
    const body: unknown = JSON.parse(String(init?.body));
    const execution = currentExecution();
    if (execution === undefined) return answer(409, { error: "called outside of an execution" });
    if (pathname.startsWith("/e/")) {
      await execution.beforeStep();
      const given = (Array.isArray(body) ? body : [body]) as (Partial<Event> & { name: string })[];
      const events = given.map(({ id, name, data, ts }) => ({
        id: id ?? execution.eventId(),
        name,
        data: data ?? {},
        ts: ts ?? Date.now(),
        traceparent: activeTraceparent(),
      }));
      await takeEvents(events);
      return answer(200, { ids: events.map(({ id }) => id), status: 200 });
    }
    if (pathname === `/v1/checkpoint/${execution.runId}/async`) {
      execution.checkpoint((body as { steps: Op[] }).steps);
      return answer(200, {});
    }
    return answer(501, { error: `the embedded job engine does not serve ${pathname}` });
  };
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}
