import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { jcs } from "@/lib/platform/crypto/jcs";

interface SentEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts?: number;
}

interface RegisteredFunction {
  id: string;
  triggers: { event?: string; cron?: string; expression?: string }[];
}

/** An operation in the response to a function call. */
interface Operation {
  id: string;
  op: string;
  name: string;
  data?: unknown;
}

export interface InngestServer {
  /** The value for INNGEST_BASE_URL. */
  url: string;
  eventKey: string;
  signingKey: string;
  /** The received events, each ID once. */
  events: SentEvent[];
  /**
   * Requests the functions of an application, as after a deployment, and returns their IDs. From then on, it calls
   * them.
   */
  sync(applicationUrl: string): Promise<string[]>;
  /** The IDs of functions whose runs are complete. */
  completed: string[];
  close(): Promise<void>;
}

const eventKey = "an-event-key-of-a-test";
const signingKey = `signkey-test-${"5a".repeat(32)}`;

/** The signature header of a real server. */
export function signatureOf(body: unknown, key = signingKey, atSeconds = Math.floor(Date.now() / 1000)): string {
  const secret = key.replace(/^signkey-\w+-/, "");
  const signature = createHmac("sha256", secret).update(jcs(body)).update(String(atSeconds)).digest("hex");
  return `t=${atSeconds}&s=${signature}`;
}

/** Calls one step of a function over HTTP, signed by default. */
export async function callFunction(
  applicationUrl: string,
  functionId: string,
  body: unknown,
  signature: string | undefined = signatureOf(body),
): Promise<Response> {
  return await fetch(`${applicationUrl}/api/inngest?fnId=${functionId}&stepId=step`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(signature !== undefined && { "X-Inngest-Signature": signature }),
    },
    body: JSON.stringify(body),
  });
}

/** The body of a call. */
export function callBody(
  event: SentEvent,
  steps: Record<string, unknown> = {},
  stack: string[] = [],
  attempt = 0,
): object {
  return {
    version: 1,
    event,
    events: [event],
    steps,
    ctx: {
      run_id: `run-of-${event.id}`,
      attempt,
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack, current: stack.length },
    },
  };
}

/** Simulates an Inngest server: receives events, and runs the functions that they trigger by signed calls over HTTP. */
export async function startInngestServer(): Promise<InngestServer> {
  const events: SentEvent[] = [];
  let functions: RegisteredFunction[] = [];
  const completed: string[] = [];
  let applicationUrl = "";
  let isClosed = false;

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === "GET" ? undefined : await json(request);
    response.setHeader("Content-Type", "application/json");
    if (request.url === `/e/${eventKey}`) {
      const sent = body as SentEvent[];
      for (const event of sent) if (!events.some(({ id }) => id === event.id)) accept(event);
      response.end(JSON.stringify({ ids: sent.map(({ id }) => id), status: 200 }));
    } else {
      response.writeHead(404).end("{}");
    }
  }

  function accept(event: SentEvent): void {
    events.push(event);
    for (const { id, triggers } of functions) {
      if (triggers.some((trigger) => trigger.event === event.name && trigger.expression === undefined))
        void run(id, event);
    }
  }

  async function run(functionId: string, event: SentEvent): Promise<void> {
    const steps: Record<string, unknown> = {};
    const stack: string[] = [];
    for (let attempt = 0; attempt < 20 && !isClosed; ) {
      const call = await callFunction(applicationUrl, functionId, callBody(event, steps, stack, attempt)).catch(
        () => undefined,
      );
      if (call?.status === 200) {
        completed.push(functionId);
        return;
      }
      if (call?.status !== 206) {
        attempt += 1;
        await delay(100);
        continue;
      }
      for (const operation of (await call.json()) as Operation[]) {
        steps[operation.id] = await outcome(operation);
        stack.push(operation.id);
      }
    }
  }

  return {
    url,
    eventKey,
    signingKey,
    events,
    completed,
    async sync(target) {
      applicationUrl = target;
      const body = { url: `${target}/api/inngest` };
      const response = await fetch(body.url, {
        method: "PUT",
        headers: {
          "Content-Type": "application/json",
          "X-Inngest-Sync-Kind": "in_band",
          "X-Inngest-Signature": signatureOf(body),
        },
        body: JSON.stringify(body),
      });
      if (!response.ok)
        throw new Error(`the application listed no functions: ${response.status} ${await response.text()}`);
      functions = ((await response.json()) as { functions: RegisteredFunction[] }).functions;
      return functions.map(({ id }) => id);
    },
    async close() {
      isClosed = true;
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, "close");
    },
  };
}

async function outcome({ op, name, data }: Operation): Promise<unknown> {
  if (op !== "Sleep") return { type: "data", data };
  await delay(Math.max(0, Date.parse(name) - Date.now()) || 0);
  return null;
}
