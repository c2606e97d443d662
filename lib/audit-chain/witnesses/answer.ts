/** What a POST was answered with. */
export interface HttpAnswer {
  status: number;
  type: string;
  body: Buffer;
}

/** Witnesses and timestamp authorities answer within a second; whoever waits for a package waits for them too. */
const timeoutMs = 10_000;
const bodyMax = 64 * 1024;

/**
 * Sends one POST and reads the answer. Addresses come from the operator's configuration, so private networks are allowed;
 * redirects are not followed. Throws what fetch throws, and an Error for an answer that is too large.
 */
export async function post(url: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": type },
    body,
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bodyMax) throw new Error(`the answer is larger than ${bodyMax} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, type: response.headers.get("content-type") ?? "", body: Buffer.concat(chunks) };
}

/** Why a request failed, in one line that can be stored and shown. */
export function failureText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return oneLine(cause instanceof Error ? cause.message || cause.name : String(cause));
}

/** The beginning of a text of somebody else on one line. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
