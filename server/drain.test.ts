import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { drain } from "./drain";

async function listening(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** A keep-alive connection and the data received over it. */
function client(server: Server): { socket: Socket; received: () => string; closed: Promise<void> } {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  return { socket, received: () => text, closed: new Promise((resolve) => socket.on("close", () => resolve())) };
}

const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

it("closes idle connections and finishes running requests", async () => {
  let running: ServerResponse | undefined;
  const server = await listening((incoming: IncomingMessage, response) => {
    if (incoming.headers["x-slow"] === undefined) response.end("quick");
    else running = response;
  });
  const idle = client(server);
  idle.socket.write(request);
  await vi.waitFor(() => expect(idle.received()).toContain("quick"));
  const slow = client(server);
  slow.socket.write(request.replace("Host", "X-Slow: 1\r\nHost"));
  await vi.waitFor(() => expect(running).toBeDefined());

  const drained = drain(server, 10_000);
  await idle.closed;
  running?.end("slow");
  await drained;
  await slow.closed;
  expect(slow.received()).toContain("slow");
});

it("responds to a request that arrived on an idle connection before the drain, but was not read yet", async () => {
  const server = await listening((_request, response) => response.end("quick"));
  const kept = client(server);
  kept.socket.write(request);
  await vi.waitFor(() => expect(kept.received()).toContain("quick"));
  kept.socket.write(request);
  await drain(server, 10_000);
  await kept.closed;
  expect(kept.received().match(/quick/g)).toHaveLength(2);
});

it("cuts off requests that do not finish in time", async () => {
  let arrived = false;
  const server = await listening(() => {
    arrived = true;
  });
  const stuck = client(server);
  stuck.socket.write(request);
  await vi.waitFor(() => expect(arrived).toBe(true));
  await drain(server, 50);
  await stuck.closed;
  expect(stuck.received()).toBe("");
});

it("rejects new connections", async () => {
  const server = await listening((_request, response) => response.end());
  await drain(server, 1_000);
  expect(server.listening).toBe(false);
});
