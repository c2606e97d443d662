import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { operationsOf, routes } from "@/app/v1/openapi.json/operations";
import { createDispatcher, type RouteModule } from "./dispatcher";
import { servedRoutes } from "./routes";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Chunks of the last upload, as they arrived. */
let uploaded: Uint8Array[] = [];
let isCancelled = false;
/** The errors thrown by handlers. */
const failures: unknown[] = [];

const echo: Handler = async (request, { params }) =>
  Response.json({ params: await params, url: request.url, address: new Headers(request.headers).get("x-address") });

const modules: Record<string, Record<string, Handler>> = {
  "/v1/items": { GET: echo, POST: async (request) => new Response(await request.arrayBuffer()) },
  "/v1/items/{id}": { GET: echo },
  "/v1/items/{id}/parts/{part}": { GET: echo },
  "/v1/{path...}": { GET: async () => new Response("unknown", { status: 404 }) },
  "/v1/uploads": {
    POST: async (request) => {
      for await (const chunk of request.body ?? []) uploaded.push(chunk);
      return new Response(null, { status: 204 });
    },
    PUT: async (request) => {
      const reader = request.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      return new Response("enough", { status: 413 });
    },
  },
  "/v1/endless": {
    GET: async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1024)),
          cancel: () => {
            isCancelled = true;
          },
        }),
      ),
  },
};

let server: Server;
let origin: string;

beforeAll(async () => {
  const dispatch = createDispatcher(Object.entries(modules) as [string, RouteModule][]);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (!(await dispatch(request, response))) response.writeHead(404).end("a page");
  };
  server = createServer((request, response) => {
    serve(request, response).catch((error) => failures.push(error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

describe("paths", () => {
  it.each([
    ["/v1/items", {}],
    ["/v1/items?limit=1", {}],
    ["/v1/%69tems", {}],
    ["/v1/items/a", { id: "a" }],
    ["/v1/items/a%2Fb", { id: "a/b" }],
    ["/v1/items/%E2%82%AC%20", { id: "€ " }],
    ["/v1/items/1/parts/..%2Fb?x=%2F", { id: "1", part: "../b" }],
  ])("serves %s with decoded parameters", async (path, params) => {
    expect(await (await fetch(`${origin}${path}`)).json()).toMatchObject({ params });
  });

  it.each([
    ["/v1/nothing", "unknown"],
    ["/v1/items/a/b", "unknown"],
    ["/models", "a page"],
  ])("%s is handled by %s", async (path, body) => {
    expect(await (await fetch(`${origin}${path}`)).text()).toBe(body);
  });

  it("passes a method without a handler to pages", async () => {
    expect(await (await fetch(`${origin}/v1/items`, { method: "DELETE" })).text()).toBe("a page");
  });
});

describe("bodies", () => {
  it("returns the bytes that were sent", async () => {
    const body = Uint8Array.from({ length: 300_000 }, (_, i) => i % 256);
    const response = await fetch(`${origin}/v1/items`, { method: "POST", body });
    // Comparing so many elements with toEqual takes seconds.
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  });

  it("forwards each chunk of an upload before the next one is sent", async () => {
    uploaded = [];
    const upload = send(`${origin}/v1/uploads`, { method: "POST" });
    const answered = new Promise<number | undefined>((resolve) =>
      upload.once("response", ({ statusCode }) => resolve(statusCode)),
    );
    for (const piece of ["one", "two", "three"]) {
      upload.write(piece);
      await vi.waitFor(() => expect(Buffer.concat(uploaded).toString()).toMatch(new RegExp(`${piece}$`)));
    }
    upload.end();
    expect(await answered).toBe(204);
  });

  it("responds to an upload that its handler abandons", async () => {
    const response = await fetch(`${origin}/v1/uploads`, { method: "PUT", body: Buffer.alloc(50_000) });
    expect([response.status, await response.text()]).toEqual([413, "enough"]);
  });

  it("serves the next request of a connection after an upload that its handler abandons", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const request = async (method: string, path: string, body: Buffer | string) => {
      const sent = send(`${origin}${path}`, { method, agent, headers: { "Content-Length": body.length } });
      sent.end(body);
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      const { localPort } = response.socket;
      return { status: response.statusCode, text: await text(response), localPort };
    };
    const abandoned = await request("PUT", "/v1/uploads", Buffer.alloc(8 * 1024 * 1024));
    expect(abandoned).toMatchObject({ status: 413, text: "enough" });
    const { localPort } = abandoned;
    expect(await request("POST", "/v1/items", "next")).toEqual({ status: 200, text: "next", localPort });
    agent.destroy();
  });

  it("closes the connection of a client that does not stop sending an upload that its handler abandons", async () => {
    const upload = send(`${origin}/v1/uploads`, { method: "PUT" });
    const closed = new Promise<"closed">((resolve) => upload.once("close", () => resolve("closed")));
    upload.on("error", () => undefined).write(Buffer.alloc(64 * 1024));
    const [response] = (await once(upload, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    response.on("error", () => undefined).resume();
    // After the connection is closed, writes fail at once, before the event.
    const sent = async (): Promise<"sent" | "closed"> => {
      for (let mebibytes = 0; mebibytes < 256; mebibytes++) {
        const error = await new Promise((resolve) => upload.write(Buffer.alloc(1024 * 1024), resolve));
        if (error) return closed;
      }
      return "sent";
    };
    expect(await Promise.race([closed, sent()])).toBe("closed");
  });

  it("fails a truncated body", async () => {
    const upload = send(`${origin}/v1/items`, { method: "POST", headers: { "Content-Length": "10" } });
    upload.on("error", () => undefined);
    upload.write("half");
    await new Promise((resolve) => server.once("request", resolve));
    upload.destroy();
    await vi.waitFor(() => expect(failures).toMatchObject([{ code: "ECONNRESET" }]));
  });

  it("cancels a response whose reader disconnected", async () => {
    const reader = new AbortController();
    await fetch(`${origin}/v1/endless`, { signal: reader.signal });
    reader.abort();
    await vi.waitFor(() => expect(isCancelled).toBe(true));
  });
});

describe("the product's routes", () => {
  it("include every operation of the OpenAPI document", () => {
    expect(operationsOf(servedRoutes)).toEqual(expect.arrayContaining(operationsOf(routes)));
  });

  it("include no path twice", () => {
    const paths = servedRoutes.map(([path]) => path);
    expect(paths).toHaveLength(new Set(paths).size);
  });
});
