/** A response that was read completely. */
export interface HttpAnswer {
  status: number;
  type: string;
  body: Buffer;
}

/** Short, because the generation of packages waits for witnesses and timestamp authorities. */
const timeoutMs = 10_000;
const bodyMax = 64 * 1024;

/**
 * Sends a POST request. The operator configures the URLs, so private networks are allowed; redirects are not followed.
 */
export function post(url: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<HttpAnswer> {
  return send(url, { method: "POST", headers: { "Content-Type": type }, body }, bodyMax);
}

/** Like {@link post}, for responses of up to a number of bytes. */
export function get(url: string, mostBytes: number): Promise<HttpAnswer> {
  return send(url, {}, mostBytes);
}

async function send(url: string, init: RequestInit, mostBytes: number): Promise<HttpAnswer> {
  const response = await fetch(url, {
    ...init,
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new Error(`the response exceeds ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, type: response.headers.get("content-type") ?? "", body: Buffer.concat(chunks) };
}

/** Why a request failed, as one line. */
export function failureText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return oneLine(cause instanceof Error ? cause.message || cause.name : String(cause));
}

/** The beginning of an external text, on one line. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
