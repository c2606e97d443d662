import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type AddCheckpoint, readAddCheckpoint, refusalOf } from "@/lib/domains/witness/add-checkpoint";
import { ownKey, type WitnessState, writeState } from "@/lib/domains/witness/state-file";
import { readSigningKey, signText } from "@/lib/platform/signing/ed25519";
import { base64Of, cosignatureBytes, cosignedText, signatureLine } from "@/lib/platform/signing/signed-note";

interface WitnessOptions {
  path: string;
  state: WitnessState;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Receives one record per request. */
  report?: (record: Record<string, unknown>) => void;
}

interface Result {
  status: number;
  body: string;
  type?: string;
}

/** Several times the size of a legitimate request. */
const bodyMax = 64 * 1024;

/**
 * A witness as a request listener (c2sp.org/tlog-witness). Requests are processed one after the other, and a checkpoint
 * is on disk before it is cosigned, so that no crash or race can roll back a log.
 */
export function witness({
  path,
  state: initial,
  now = Date.now,
  report = () => undefined,
}: WitnessOptions): RequestListener {
  let state = initial;
  let last: Promise<unknown> = Promise.resolve();
  const key = readSigningKey(initial.privateKey);
  const own = ownKey(initial.name, key);

  const decide = async (request: AddCheckpoint): Promise<Result> => {
    const { checkpoint, note, signed } = request;
    const { origin, size } = checkpoint;
    const log = Object.hasOwn(state.logs, origin) ? state.logs[origin] : undefined;
    const refusal = refusalOf(request, log);
    if (refusal || !log) {
      const { status, message, isSigned } = refusal ?? { status: 404, message: "", isSigned: false };
      // Both notes together may prove that the log contradicts itself.
      report({ origin, size, status, reason: message, ...(isSigned && { submitted: note, cosigned: log?.note }) });
      return { status, body: `${message}\n`, ...(status === 409 && { type: "text/x.tlog.size" }) };
    }
    if (size > log.size || log.root === null) {
      const root = base64Of(checkpoint.root);
      const changed = { ...state, logs: { ...state.logs, [origin]: { ...log, size, root, note } } };
      await writeState(path, changed);
      state = changed;
    }
    const timestamp = Math.floor(now() / 1000);
    const signature = signText(key, cosignedText(signed.text, timestamp));
    report({ origin, size, status: 200 });
    return { status: 200, body: signatureLine(own, cosignatureBytes(timestamp, signature)) };
  };

  const answer = async (incoming: IncomingMessage): Promise<Result> => {
    const { pathname } = new URL(incoming.url ?? "/", "http://witness");
    if (!pathname.endsWith("/add-checkpoint"))
      return { status: 404, body: "Not found. Send a POST request to /add-checkpoint.\n" };
    if (incoming.method !== "POST") return { status: 405, body: "Send a POST request.\n" };
    const body = await readBody(incoming);
    if (body === undefined) return { status: 413, body: `The body must be at most ${bodyMax} bytes.\n` };
    let request: AddCheckpoint;
    try {
      request = readAddCheckpoint(body);
    } catch (error) {
      return { status: 400, body: `${error instanceof Error ? error.message : String(error)}\n` };
    }
    const decided = last.then(() => decide(request));
    last = decided.catch(() => undefined);
    return decided;
  };

  return (incoming, response) => {
    answer(incoming)
      .catch((error: unknown): Result => {
        report({ status: 500, reason: error instanceof Error ? error.message : String(error) });
        return { status: 500, body: "The state could not be stored. Nothing was cosigned.\n" };
      })
      .then((given) => send(response, given))
      .catch(() => response.destroy());
  };
}

function send(response: ServerResponse, { status, body, type = "text/plain; charset=utf-8" }: Result): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...(status === 405 && { Allow: "POST" }),
    // The unread rest of a body must not be parsed as the next request.
    ...(status === 413 && { Connection: "close" }),
  });
  response.end(body);
}

/** The body as text; undefined if too long. */
async function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not destroy the connection, so that the client can read the error.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
