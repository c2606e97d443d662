import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import type { Certificates } from "./certificates";

/** A received request. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact text of the body. */
  body: string;
  /** When it was completely received, in milliseconds since the epoch. */
  atMs: number;
}

/** Handles a request. It does not have to respond. */
export type Respond = (response: ServerResponse, request: Received) => void;

export interface HttpsReceiver {
  /** `https://localhost:<port>`. All paths below it are served. */
  url: string;
  /** Requests in the order of their arrival. */
  received: Received[];
  /** The requests that arrived at one path. */
  at(path: string): Received[];
  /** Sets the response to further requests to a path, or to all other paths. Default: 200. */
  respond(answer: Respond, path?: string): void;
  close(): Promise<void>;
}

/** A real HTTPS server on a free port of this machine that stores the received requests. */
export async function startHttpsReceiver({ key, cert }: Certificates): Promise<HttpsReceiver> {
  const received: Received[] = [];
  const sockets = new Set<Duplex>();
  const answers = new Map<string | undefined, Respond>();
  const server = createServer({ key, cert }, async (request, response) => {
    const path = request.url ?? "/";
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const arrived = { path, headers: request.headers, body, atMs: Date.now() };
    received.push(arrived);
    const respond = answers.get(path) ?? answers.get(undefined) ?? ((answer) => answer.end());
    respond(response, arrived);
  });
  server.on("connection", (socket: Duplex) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    respond: (answer, path) => void answers.set(path, answer),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}
