import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createApiClient } from "./api-client";

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

async function serving(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const Answer = z.object({ id: z.string() });

it("sends the key, the body and the idempotency key, and reads the answer by its schema", async () => {
  const url = await serving(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { authorization, "idempotency-key": key, "content-type": type } = request.headers;
    response.end(
      JSON.stringify({ id: [request.method, request.url, authorization, key, type, body].join(" "), more: 1 }),
    );
  });
  const client = createApiClient(url, "gas_test_x", () => undefined);
  await expect(client.post("/v1/models", Answer, { name: "a" }, "ide_1")).resolves.toEqual({
    id: 'POST /v1/models Bearer gas_test_x ide_1 application/json {"name":"a"}',
  });
});

it("a refusal is told with the service's own words", async () => {
  const url = await serving((_request, response) => response.writeHead(422).end('{"error":"model_not_registered"}'));
  await expect(createApiClient(url, "k", () => undefined).get("/v1/audit", Answer)).rejects.toThrow(
    'GET /v1/audit was answered 422: {"error":"model_not_registered"}',
  );
});

it("waits as long as the service asks, then tries again", async () => {
  let requests = 0;
  const url = await serving((_request, response) => {
    requests++;
    if (requests === 1) response.writeHead(429, { "Retry-After": "1" }).end("{}");
    else response.end('{"id":"evt_1"}');
  });
  const onWait = vi.fn();
  await expect(createApiClient(url, "k", onWait).get("/v1/audit", Answer)).resolves.toEqual({ id: "evt_1" });
  expect(onWait).toHaveBeenCalledWith("The service asks to wait for 1 s (429).");
});
