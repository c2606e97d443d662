import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest } from "srvx/node";

/** The number of buffered bytes of a body at which the connection is paused. */
const bufferedMax = 256 * 1024;

/**
 * A request of Node.js as the Web's `Request`. The body is read from the connection without an intermediate copy.
 * Cancelling it does not close the connection before the response is sent.
 */
export class WebRequest extends NodeRequest {
  private readonly incoming: IncomingMessage;
  private stream: ReadableStream<Uint8Array> | null | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    super({ req: incoming, res: response });
    this.incoming = incoming;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const { method = "" } = this.incoming;
    this.stream ??= method === "GET" || method === "HEAD" ? null : streamOf(this.incoming);
    return this.stream as ReadableStream<Uint8Array<ArrayBuffer>> | null;
  }

  /** @throws the connection's error if the body is incomplete. */
  override async arrayBuffer(): Promise<ArrayBuffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.incoming) chunks.push(chunk as Buffer);
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.pause();
        incoming.on("data", (chunk: Buffer) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        });
        incoming.once("end", () => controller.close());
        const fail = () => {
          if (!incoming.readableEnded) controller.error(incoming.errored ?? new Error("The request was aborted."));
        };
        incoming.once("error", fail).once("close", fail);
        incoming.pause();
      },
      pull: () => void incoming.resume(),
      cancel: () => {
        incoming.removeAllListeners("data").removeAllListeners("end");
        incoming.pause();
      },
    },
    { highWaterMark: bufferedMax, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}
