import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest } from "srvx/node";

/** The number of buffered bytes of a body at which the connection is paused. */
const bufferedMax = 256 * 1024;

/** The number of bytes of an unread body that are discarded after the response. */
const discardedMax = 64 * 1024 * 1024;

/**
 * A request of Node.js as the Web's `Request`. The body is read from the connection without an intermediate copy.
 * Cancelling it does not close the connection. Once the response is sent, the rest of the body is discarded, so that the
 * client can send its next request.
 */
export class WebRequest extends NodeRequest {
  private readonly incoming: IncomingMessage;
  private readonly response: ServerResponse;
  private stream: ReadableStream<Uint8Array> | null | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    super({ req: incoming, res: response });
    this.incoming = incoming;
    this.response = response;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const { method = "" } = this.incoming;
    this.stream ??= method === "GET" || method === "HEAD" ? null : streamOf(this.incoming, this.response);
    return this.stream as ReadableStream<Uint8Array<ArrayBuffer>> | null;
  }

  /** @throws the connection's error if the body is incomplete. */
  override arrayBuffer(): Promise<ArrayBuffer> {
    const { incoming } = this;
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      // An asynchronous iterator takes several times as long for a short body.
      const finish = () => {
        if (incoming.readableEnded) resolve(joined(chunks));
        else reject(incoming.errored ?? new Error("The request was aborted."));
      };
      if (incoming.readableEnded || incoming.closed) finish();
      else
        incoming
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .once("end", finish)
          .once("error", finish)
          .once("close", finish);
    });
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}

function joined(chunks: Buffer[]): ArrayBuffer {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes.buffer;
}

function streamOf(incoming: IncomingMessage, response: ServerResponse): ReadableStream<Uint8Array> {
  let stopReading = () => {};
  response.once("finish", () => {
    stopReading();
    discardRest(incoming);
  });
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.pause();
        const read = (chunk: Buffer) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        };
        const end = () => controller.close();
        stopReading = () => incoming.off("data", read).off("end", end);
        incoming.on("data", read).once("end", end);
        const fail = () => {
          if (!incoming.readableEnded) controller.error(incoming.errored ?? new Error("The request was aborted."));
        };
        incoming.once("error", fail).once("close", fail);
        incoming.pause();
      },
      pull: () => void incoming.resume(),
      cancel: () => {
        stopReading();
        if (!response.writableFinished) incoming.pause();
      },
    },
    { highWaterMark: bufferedMax, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

/** Reads the rest of a body, so that the client can send its next request. Closes the connection if the rest is long. */
function discardRest(incoming: IncomingMessage): void {
  let left = discardedMax;
  const discard = (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    incoming.off("data", discard).pause();
    incoming.socket.destroySoon();
  };
  incoming.on("data", discard).resume();
}
