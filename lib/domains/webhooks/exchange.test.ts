import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  createCertificate,
  createReceiver,
  localCertificate,
  type Receiver,
  respond,
} from "@/lib/domains/webhooks/testing/receiver";
import { exchange } from "@/lib/platform/outgoing/exchange";
import { guardedAgent } from "@/lib/platform/outgoing/guarded-agent";

const body = JSON.stringify({ text: "Ünïcødé ✓" });

function transportTo({ ca }: Pick<Receiver, "ca">) {
  const guard = { allowPrivateNetwork: true, ca };
  const transport = { pooled: guardedAgent(guard), fresh: guardedAgent({ ...guard, keepAlive: false }) };
  onTestFinished(() => transport.pooled.destroy());
  return transport;
}

function post(
  receiver: Pick<Receiver, "url" | "ca">,
  given: { timeoutMs?: number; transport?: ReturnType<typeof transportTo> } = {},
) {
  const transport = given.transport ?? transportTo(receiver);
  return exchange({
    url: receiver.url,
    headers: { "X-Test": "1" },
    body,
    transport,
    timeoutMs: given.timeoutMs ?? 5_000,
  });
}

/** A TLS server that sends only what `write` writes after a request. */
async function createRawServer(write: (socket: TLSSocket) => void): Promise<Pick<Receiver, "url" | "ca">> {
  const { private: key, cert } = await localCertificate();
  const sockets: Socket[] = [];
  const server: Server = createServer((plain) => {
    sockets.push(plain);
    plain.on("error", () => undefined);
    const socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext({ key, cert }) });
    socket.on("error", () => undefined);
    socket.once("data", () => write(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as { port: number };
  return { url: `https://localhost:${port}/`, ca: cert };
}

/** Writes a prefix, then the same text repeatedly, until the client disconnects. */
function writeEndlessly(socket: TLSSocket, text: string, beginning = ""): void {
  socket.write(beginning);
  while (!socket.destroyed && socket.write(text));
  if (!socket.destroyed) socket.once("drain", () => writeEndlessly(socket, text));
}

test("sends a delivery unchanged and records the response", async () => {
  const receiver = await createReceiver(respond(201, { "Set-Cookie": "a=1", "X-Reply": "yes" }, "received ✓"));
  const record = await post(receiver);
  expect(receiver.requests).toHaveLength(1);
  expect(receiver.requests[0]?.body).toBe(body);
  expect(receiver.requests[0]?.headers).toMatchObject({
    "x-test": "1",
    "content-length": String(Buffer.byteLength(body)),
  });
  expect(record).toMatchObject({
    outcome: "SUCCEEDED",
    error: null,
    statusCode: 201,
    requestHeaders: { "X-Test": "1" },
    responseHeaders: { "set-cookie": "a=1", "x-reply": "yes" },
    responseBody: "received ✓",
    responseIsCut: false,
    retryAfter: null,
  });
  expect(record.durationMs).toBeGreaterThanOrEqual(0);
  expect(record.durationMs).toBeLessThan(5_000);
});

test.each([
  [200, null],
  [204, null],
  [299, null],
  [300, "redirect"],
  [304, "redirect"],
  [400, "status"],
  [404, "status"],
  [410, "gone"],
  [500, "status"],
  [503, "status"],
])("status %i gives error %s", async (status, error) => {
  const record = await post(await createReceiver(respond(status)));
  expect(record).toMatchObject({ statusCode: status, error, outcome: error === null ? "SUCCEEDED" : "FAILED" });
});

test.each([301, 302, 303, 307, 308])("does not follow a %i redirect", async (status) => {
  const target = await createReceiver();
  const record = await post(await createReceiver(respond(status, { Location: target.url })));
  expect(record).toMatchObject({ error: "redirect", statusCode: status, outcome: "FAILED" });
  expect(target.connections).toHaveLength(0);
});

const hanging: [string, () => Promise<Pick<Receiver, "url" | "ca">>, number | null][] = [
  ["the TLS handshake", createSilent, null],
  ["waiting for a response", () => createReceiver(() => undefined), null],
  ["an endless body", () => createReceiver((_, response) => void response.writeHead(200).write("begun")), 200],
  ["an incomplete status line", () => createRawServer((socket) => void socket.write("HTTP/1.1 200")), null],
];
test.each(hanging)("the timeout includes %s", async (_, create, statusCode) => {
  const record = await post(await create(), { timeoutMs: 300 });
  expect(record).toMatchObject({ outcome: "FAILED", error: "timeout", statusCode });
  expect(record.durationMs).toBeGreaterThanOrEqual(290);
  expect(record.durationMs).toBeLessThan(3_000);
});

test("the timeout includes name resolution", async () => {
  const { ca, url } = await createReceiver();
  const agent = guardedAgent({ allowPrivateNetwork: true, ca, resolve: (() => undefined) as never });
  const record = await post({ ca, url }, { timeoutMs: 300, transport: { pooled: agent, fresh: agent } });
  expect(record).toMatchObject({ error: "timeout", statusCode: null });
});

/** Accepts connections and sends nothing. */
async function createSilent(): Promise<Pick<Receiver, "url" | "ca">> {
  return createPlain(() => undefined);
}

async function createPlain(onConnection: (socket: Socket) => void): Promise<Pick<Receiver, "url" | "ca">> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { cert } = await localCertificate();
  return { url: `https://localhost:${(server.address() as { port: number }).port}/`, ca: cert };
}

const failing: [string, () => Promise<Pick<Receiver, "url" | "ca">>, object][] = [
  [
    "closes the connection immediately",
    () => createPlain((socket) => socket.destroy()),
    { error: "connection_lost", statusCode: null },
  ],
  [
    "resets the connection immediately",
    () => createPlain((socket) => socket.resetAndDestroy()),
    { error: "connection_lost" },
  ],
  [
    "closes after the request",
    () => createRawServer((socket) => socket.destroy()),
    { error: "connection_lost", statusCode: null },
  ],
  [
    "closes during the body",
    () =>
      createReceiver((_, response) => {
        response.writeHead(200, { "Content-Length": "100" }).write("half", () => response.destroy());
      }),
    { error: "connection_lost", statusCode: 200, responseBody: "half" },
  ],
  [
    "does not use TLS",
    () => createPlain((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\n")),
    { error: "tls", statusCode: null },
  ],
  [
    "sends an invalid response",
    () => createRawServer((socket) => socket.write("\0garbage\r\n\r\n")),
    { error: "response_invalid" },
  ],
  [
    "sends an endless header",
    () => createRawServer((socket) => writeEndlessly(socket, "x".repeat(10_000), "HTTP/1.1 200 OK\r\nX: ")),
    { error: "response_invalid", statusCode: null },
  ],
  [
    "sends endless headers",
    () => createRawServer((socket) => writeEndlessly(socket, "X-More: and more\r\n", "HTTP/1.1 200 OK\r\n")),
    { error: "response_invalid", statusCode: null },
  ],
  [
    "sends two lengths",
    () =>
      createRawServer((socket) =>
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx"),
      ),
    { error: "response_invalid" },
  ],
  ["refuses connections", closedPort, { error: "connection_refused", statusCode: null }],
  [
    "has an unknown host name",
    async () => ({ url: "https://no-such-host.invalid/", ca: "" }),
    { error: "dns", statusCode: null },
  ],
];
test.each(failing)("fails if the receiver %s", async (_, create, expected) => {
  expect(await post(await create())).toMatchObject({ outcome: "FAILED", ...expected });
});

test.each([200, 500])("cuts off the endless body of a %i response and uses its status", async (status) => {
  let written = 0;
  const receiver = await createReceiver((_, response) => {
    response.writeHead(status);
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536))) written += 65_536;
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const record = await post(receiver);
  expect(record).toMatchObject({ statusCode: status, error: status === 200 ? null : "status", responseIsCut: true });
  expect(record.responseBody).toBe("x".repeat(16_384));
  await vi.waitUntil(() => receiver.connections.every((socket) => socket.destroyed));
  expect(written).toBeLessThan(50_000_000);
});

async function closedPort(): Promise<Pick<Receiver, "url" | "ca">> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return { url: `https://127.0.0.1:${port}/`, ca: "" };
}

test.each([
  ["from an untrusted issuer", ["localhost"], false],
  ["for another name", ["elsewhere.example"], true],
])("rejects a certificate %s, regardless of NODE_TLS_REJECT_UNAUTHORIZED", async (_, names, isTrusted) => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
  const other = await createCertificate(names);
  const receiver = await createReceiver(respond(200), { key: other.private, cert: other.cert });
  expect(await post({ url: receiver.url, ca: isTrusted ? other.cert : receiver.ca })).toMatchObject({ error: "tls" });
  expect(receiver.requests).toEqual([]);
});

test.each([
  ["with NULs replaced", Buffer.from("a\0b"), "a\ufffdb"],
  ["with invalid UTF-8 replaced", Buffer.from([0x61, 0xff, 0xc3]), "a\ufffd\ufffd"],
  ["truncated between characters", Buffer.from("✓".repeat(6_000)), "✓".repeat(5_461)],
  ["in full if it has exactly the maximum size", Buffer.alloc(16_384, "a"), "a".repeat(16_384)],
])("stores a response body %s", async (_, sent, expected) => {
  const record = await post(await createReceiver((_request, response) => void response.writeHead(200).end(sent)));
  expect(record.responseBody).toBe(expected);
  expect(record.responseIsCut).toBe(sent.length > 16_384);
});

describe("connections", () => {
  test("are reused for the next delivery to the same receiver", async () => {
    const receiver = await createReceiver();
    const transport = transportTo(receiver);
    for (let i = 0; i < 3; i++) expect(await post(receiver, { transport })).toMatchObject({ outcome: "SUCCEEDED" });
    expect(receiver.requests).toHaveLength(3);
    expect(receiver.connections).toHaveLength(1);
  });

  test("are reopened after the receiver closed them", async () => {
    const receiver = await createReceiver();
    const transport = transportTo(receiver);
    await post(receiver, { transport });
    receiver.answer = (request, response) => {
      receiver.answer = respond(200);
      request.socket.destroy();
      response.destroy();
    };
    expect(await post(receiver, { transport })).toMatchObject({ outcome: "SUCCEEDED", statusCode: 200 });
    expect(receiver.connections).toHaveLength(2);
  });
});
