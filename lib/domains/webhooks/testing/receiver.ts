import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";

/** A received request. */
export interface Received {
  headers: IncomingMessage["headers"];
  body: string;
  bytes: Buffer;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  port: number;
  /** The certificate that clients must trust, in PEM. */
  ca: string;
  requests: Received[];
  /** Number of plain-text connections, and of bytes received on them. */
  connections: Socket[];
  /** Sets the response to further requests. */
  answer: Answer;
}

export const respond =
  (status: number, headers: Record<string, string> = {}, body = "thanks"): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

let certificate: Promise<{ private: string; cert: string }> | undefined;

/** The certificate for `localhost` of all receivers of this process, because generating a key takes long. */
export async function localCertificate(): Promise<{ private: string; cert: string }> {
  certificate ??= createCertificate(["localhost"]);
  return await certificate;
}

/** A real HTTPS server on 127.0.0.1 for one test, with a certificate for `localhost` and that address. */
export async function createReceiver(
  answer: Answer = respond(200),
  given: { cert?: string; key?: string } = {},
): Promise<Receiver> {
  const { private: key, cert } = await localCertificate();
  const receiver: Receiver = { url: "", port: 0, ca: cert, requests: [], connections: [], answer };
  const server = createServer({ key: given.key ?? key, cert: given.cert ?? cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      receiver.requests.push({ headers: request.headers, body: bytes.toString(), bytes });
      receiver.answer(request, response);
    });
  });
  server.on("connection", (socket: Socket) => receiver.connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of receiver.connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  receiver.port = (server.address() as AddressInfo).port;
  receiver.url = `https://localhost:${receiver.port}/hook?a=1`;
  return receiver;
}

export async function createCertificate(names: string[]): Promise<{ private: string; cert: string }> {
  return await generate([{ name: "commonName", value: names[0] ?? "" }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: true },
      {
        name: "subjectAltName",
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7 as const, ip: "127.0.0.1" }],
      },
    ],
  });
}
