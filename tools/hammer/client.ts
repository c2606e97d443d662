import { setTimeout as delay } from "node:timers/promises";
import type { HammerSubject } from "./subjects";

/** An answer whose status settles the matter. */
export interface Answer {
  status: number;
  body: unknown;
  replayed: boolean;
  /** How often the request was sent before there was an answer. */
  uncertain: number;
  /** From the last sending to the answer. */
  ms: number;
}

interface Request {
  method?: "GET" | "POST";
  body?: unknown;
  idempotencyKey?: string;
}

const patienceMs = 90_000;
const answerTimeoutMs = 30_000;

/**
 * Sends a request to any of the instances until one answers: again where the connection was lost, the service was busy, or
 * the first request with the same key is still running. Only what may be repeated is to be sent so: reads, and what carries
 * an Idempotency-Key. Throws where there is no answer for a minute and a half.
 */
export async function send(subject: HammerSubject, path: string, request: Request = {}): Promise<Answer> {
  const deadline = Date.now() + patienceMs;
  const { method = "GET", body, idempotencyKey } = request;
  const headers = {
    ...subject.headers,
    ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
  };
  let last = "no answer";
  for (let uncertain = 0; Date.now() < deadline; uncertain++) {
    const url = `${subject.urls[Math.floor(Math.random() * subject.urls.length)]}${path}`;
    try {
      const sentAt = performance.now();
      const init = { method, headers, signal: AbortSignal.timeout(answerTimeoutMs) };
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
