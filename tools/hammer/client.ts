import { setTimeout as delay } from "node:timers/promises";
import type { HammerSubject } from "./subjects";

/** A response with a final status. */
export interface Answer {
  status: number;
  body: unknown;
  replayed: boolean;
  /** Number of failed attempts before this response. */
  uncertain: number;
  /** Duration of the last attempt. */
  ms: number;
}

interface Request {
  method?: "GET" | "POST";
  body?: unknown;
  idempotencyKey?: string;
}

const retryMs = 90_000;
const responseTimeoutMs = 30_000;

/**
 * Sends a request to a random instance and retries if the connection is lost, the service is busy, or the first request
 * with the same key is still running. Only for idempotent requests. @throws after 90 seconds without a response.
 */
export async function send(subject: HammerSubject, path: string, request: Request = {}): Promise<Answer> {
  const deadline = Date.now() + retryMs;
  const { method = "GET", body, idempotencyKey } = request;
  const headers = {
    ...subject.headers,
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
  let last = "no response";
  for (let uncertain = 0; Date.now() < deadline; uncertain++) {
    const url = `${subject.urls[Math.floor(Math.random() * subject.urls.length)]}${path}`;
    try {
      const sentAt = performance.now();
      const init = { method, headers, signal: AbortSignal.timeout(responseTimeoutMs) };
      const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) });
      const answer: unknown = await response.json();
      const { status } = response;
      const isRunning = status === 409 && (answer as { error?: string }).error === "idempotency_in_progress";
      if (status !== 503 && status !== 429 && !isRunning) {
        const replayed = response.headers.get("idempotent-replayed") === "true";
        return { status, body: answer, replayed, uncertain, ms: performance.now() - sentAt };
      }
      last = `${status}`;
      if (status === 429) await delay(1_000 * Number(response.headers.get("retry-after") ?? 1));
    } catch (error) {
      last = error instanceof Error ? `${error.message} ${String(error.cause ?? "")}` : String(error);
    }
    await delay(20 + Math.random() * 80);
  }
  throw new Error(`${method} ${path}: ${last}`);
}
