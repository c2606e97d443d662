import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A request as it arrived. */
export interface Arrived {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The response to a request. */
export interface Reply {
  /** Default: 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Text and bytes as they are, anything else as JSON. */
  body?: unknown;
}

type Step = Reply | ((response: ServerResponse, request: Arrived) => void);

/** Closes the connection without a response. */
export function hangUp(response: ServerResponse): void {
  response.destroy();
}

/** A local server for one test. It responds with the steps in order, and then repeats the last one. */
export async function startLocalServer(...steps: Step[]): Promise<{ url: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const one = { method, path, headers, body: await text(request) };
    arrived.push(one);
    const step = steps[Math.min(arrived.length, steps.length) - 1] ?? {};
    if (typeof step === "function") step(response, one);
    else reply(response, step);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrived };
}

/** Responds to a request. */
export function reply(response: ServerResponse, { status = 200, headers, body }: Reply): void {
  const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(isRaw ? body : JSON.stringify(body));
}
