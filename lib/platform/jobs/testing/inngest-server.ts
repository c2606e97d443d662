import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import {
  eventKey,
  hashedSigningKey,
  type RegisteredFunction,
  type SentEvent,
  signingKey,
} from "@/lib/platform/jobs/testing/inngest-calls";
import { executeRun, type Run } from "@/lib/platform/jobs/testing/inngest-runs";

export interface InngestServer {
  /** The value for INNGEST_BASE_URL. */
  url: string;
  eventKey: string;
  signingKey: string;
  /** The accepted events, each ID once. */
  events: SentEvent[];
  /** The IDs and URLs of the registered functions. */
  functions(): { id: string; url: string }[];
  /** Number of accepted registrations. */
  registrations(): number;
  /** The functions and states of all runs, in order of their start. */
  runs: Pick<Run, "functionId" | "status" | "error">[];
  /** Starts the runs of a scheduled function. */
  tick(functionId: string): void;
  /** Cancels the unfinished runs of a function: they are not called again. */
  cancel(functionId: string): void;
  /** Loses all accepted events and unfinished runs, and responds with 503 until `restart`, like a killed server. */
  kill(options?: { losesRegistration?: boolean }): void;
  restart(): void;
  close(): Promise<void>;
}

interface ServerOptions {
  /** Default: a free port. */
  port?: number;
  /** The registration that a server keeps when it is killed. */
  registered?: RegisteredFunction[];
  /** Is called with each accepted registration. */
  onRegistration?: (functions: RegisteredFunction[]) => void;
  /** Time that the server takes for each call. A real server takes about 50 ms. */
  callMs?: number;
  /** Delay before a failed step is retried. A real server takes at least 10 s. */
  retryMs?: number;
  /** Steps after which a run fails. */
  stepsMax?: number;
}

/**
 * Simulates an Inngest server (v1.45): accepts signed registrations and events, and runs the registered functions by
 * signed calls at their registered address, with its rules for retries, concurrency, cancellation and steps.
 */
export async function startInngestServer({
  port = 0,
  registered = [],
  onRegistration = () => undefined,
  callMs = 0,
  retryMs = 100,
  stepsMax = 1_000,
}: ServerOptions = {}): Promise<InngestServer> {
  const events: SentEvent[] = [];
  const ids = new Set<string>();
  const runs: Run[] = [];
  const unfinished = new Set<Run>();
  let functions = registered;
  let registrations = 0;
  let isDown = false;
  let ticks = 0;

  const server = createServer((request, response) => void receive(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === "GET" ? undefined : await json(request);
    const answer = (status: number, content: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(content));
    if (isDown) return void answer(503, { error: "unavailable", status: 503 });
    if (request.url === `/e/${eventKey}`) {
      // Events of a step have no ID of their own.
      const sent = (body as SentEvent[]).map((event) => ({ ...event, id: event.id ?? randomUUID() }));
      for (const event of sent) if (!ids.has(event.id)) accept(event);
      answer(200, { ids: sent.map(({ id }) => id), status: 200 });
    } else if (request.url === "/fn/register") {
      if (request.headers.authorization !== `Bearer ${hashedSigningKey}`)
        return void answer(401, { error: "unauthorized", status: 401 });
      functions = (body as { functions: RegisteredFunction[] }).functions;
      registrations += 1;
      onRegistration(functions);
      answer(200, { ok: true, modified: true, status: 200 });
    } else {
      answer(404, { error: "not found", status: 404 });
    }
  }

  function accept(event: SentEvent): void {
    events.push(event);
    ids.add(event.id);
    start(event, ({ event: name, expression }) => name === event.name && holds(expression, event));
  }

  function start(event: SentEvent, isTriggered: (trigger: RegisteredFunction["triggers"][number]) => boolean): void {
    for (const fn of functions.filter(({ triggers }) => triggers.some(isTriggered))) {
      const run: Run = { id: `run-${randomUUID()}`, functionId: fn.id, event, status: "waiting", error: null };
      runs.push(run);
      unfinished.add(run);
      void executeRun(run, fn, { callMs, retryMs, stepsMax, mayContinue: () => hasCapacity(run, fn) }).then(() => {
        unfinished.delete(run);
        if (run.status === "failed") accept(failure(run));
      });
    }
  }

  /** Sleeping runs do not count. */
  function hasCapacity(run: Run, { concurrency = [] }: RegisteredFunction): boolean {
    return concurrency.every(({ limit, key }) => {
      const busy = [...unfinished].filter(
        (other) =>
          other !== run &&
          other.status === "running" &&
          other.functionId === run.functionId &&
          (key === undefined || memberOf(key, other.event) === memberOf(key, run.event)),
      );
      return busy.length < limit;
    });
  }

  function end(some: (run: Run) => boolean): void {
    for (const run of runs.filter(some)) {
      if (run.status !== "completed" && run.status !== "failed") run.status = "cancelled";
    }
  }

  return {
    url,
    eventKey,
    signingKey,
    events,
    runs,
    functions: () => functions.map(({ id, steps }) => ({ id, url: steps.step.runtime.url })),
    registrations: () => registrations,
    tick(functionId) {
      const event = { id: `tick-${ticks++}`, name: "inngest/scheduled.timer", data: {}, ts: Date.now() };
      const fn = functions.find(({ id }) => id === functionId);
      start(event, (trigger) => trigger.cron !== undefined && fn?.triggers.includes(trigger) === true);
    },
    cancel: (functionId) => end((run) => run.functionId === functionId),
    kill({ losesRegistration = false } = {}) {
      isDown = true;
      end(() => true);
      if (losesRegistration) functions = [];
    },
    restart() {
      isDown = false;
    },
    async close() {
      end(() => true);
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, "close");
      await delay(0);
    },
  };
}

function failure({ id, functionId, event, error }: Run): SentEvent {
  const data = { function_id: functionId, run_id: id, error, event };
  return { id: `${id}-failed`, name: "inngest/function.failed", data, ts: Date.now() };
}

/** The two forms of expressions that the SDK writes. */
function holds(expression: string | undefined, event: SentEvent): boolean {
  if (expression === undefined) return true;
  const [, key = "", value] = /^(event\.data\.\w+) == '(.*)'$/.exec(expression) ?? [];
  return memberOf(key, event) === value;
}

function memberOf(key: string, event: SentEvent): unknown {
  return event.data[key.replace(/^event\.data\./, "")];
}
