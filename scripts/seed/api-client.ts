import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";

/** The service as its callers see it. */
export interface ApiClient {
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  /** The idempotency key makes a repeat harmless. */
  post<S extends z.ZodType>(path: string, schema: S, body: unknown, idempotencyKey: string): Promise<z.output<S>>;
  /** What may be repeated without harm. */
  change<S extends z.ZodType>(method: "PATCH" | "PUT", path: string, schema: S, body: unknown): Promise<z.output<S>>;
  /** Sends bytes of text. */
  upload<S extends z.ZodType>(
    path: string,
    schema: S,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<z.output<S>>;
}

const attemptsMax = 6;

/**
 * Calls the API with a key. Waits and tries again where the service asks for it (429 and 503 with Retry-After).
 *
 * @throws an Error with the method, the path, the status and the service's answer.
 */
export function createApiClient(baseUrl: string, apiKey: string, onWait: (sentence: string) => void): ApiClient {
  async function call(method: string, path: string, init: RequestInit): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${baseUrl}${path}`, { ...init, method });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      const waitSeconds = Number(response.headers.get("retry-after"));
      if (attempt === attemptsMax || !(waitSeconds > 0)) {
        throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
      }
      onWait(`The service asks to wait for ${waitSeconds} s (${response.status}).`);
      await delay(waitSeconds * 1000);
    }
  }

  const json = { "Content-Type": "application/json" };
  const authorization = { Authorization: `Bearer ${apiKey}` };
  return {
    get: async (path, schema) => schema.parse(await call("GET", path, { headers: authorization })),
    post: async (path, schema, body, idempotencyKey) =>
      schema.parse(
        await call("POST", path, {
          headers: { ...authorization, ...json, "Idempotency-Key": idempotencyKey },
          body: JSON.stringify(body),
        }),
      ),
    change: async (method, path, schema, body) =>
      schema.parse(await call(method, path, { headers: { ...authorization, ...json }, body: JSON.stringify(body) })),
    upload: async (path, schema, bytes, headers) =>
      schema.parse(
        await call("POST", path, {
          headers: { ...authorization, "Content-Type": "text/plain", ...headers },
          body: bytes,
        }),
      ),
  };
}
