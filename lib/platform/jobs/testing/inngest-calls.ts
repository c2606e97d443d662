import { createHash, createHmac } from "node:crypto";
import { jcs } from "@/lib/platform/crypto/jcs";
import { inngestPath } from "@/lib/platform/jobs/client";

export interface SentEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
  ts?: number;
}

/** A function as an application registers it. */
export interface RegisteredFunction {
  id: string;
  triggers: { event?: string; cron?: string; expression?: string }[];
  steps: { step: { runtime: { url: string }; retries?: { attempts: number } } };
  concurrency?: { limit: number; key?: string }[];
}

export const eventKey = "an-event-key-of-a-test";
export const signingKey = `signkey-test-${"5a".repeat(32)}`;

/** The bearer token by which an application authenticates to the server. */
export const hashedSigningKey = `signkey-test-${createHash("sha256")
  .update(Buffer.from("5a".repeat(32), "hex"))
  .digest("hex")}`;

/** The signature header of a real server. */
export function signatureOf(body: unknown, key = signingKey, atSeconds = Math.floor(Date.now() / 1000)): string {
  const secret = key.replace(/^signkey-\w+-/, "");
  const signature = createHmac("sha256", secret).update(jcs(body)).update(String(atSeconds)).digest("hex");
  return `t=${atSeconds}&s=${signature}`;
}

/** Calls a function at its registered URL, signed by default. */
export async function callAt(url: string, body: unknown, signature = signatureOf(body)): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Inngest-Signature": signature },
    body: JSON.stringify(body),
  });
}

/** The same for an application that has not registered. */
export function callFunction(
  applicationUrl: string,
  functionId: string,
  body: unknown,
  signature?: string,
): Promise<Response> {
  return callAt(`${applicationUrl}${inngestPath}?fnId=${functionId}&stepId=step`, body, signature);
}

interface CallState {
  runId?: string;
  steps?: Record<string, unknown>;
  stack?: string[];
  attempt?: number;
  maxAttempts?: number;
}

/** The body of a call. */
export function callBody(event: SentEvent, state: CallState = {}): object {
  const { runId = `run-of-${event.id}`, steps = {}, stack = [], attempt = 0, maxAttempts } = state;
  return {
    version: 1,
    event,
    events: [event],
    steps,
    ctx: {
      run_id: runId,
      attempt,
      ...(maxAttempts !== undefined && { max_attempts: maxAttempts }),
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack, current: stack.length },
    },
  };
}
