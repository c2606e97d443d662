import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetSingletons, provideSingleton } from "@/lib/platform/core/testing";
import { noteDatabaseFailure } from "@/lib/platform/database/database-failures";
import { createHttpServer } from "./http-server";

provideSingleton("env", { TRUSTED_PROXY_HOPS: 0, LOG_LEVEL: "silent" });

let server: Server;
let port: number;

/** Responds with the request as Next would receive it. */
async function stubHandler(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/throws") throw new Error("a confidential detail");
  if (request.url === "/throws-late") {
    response.write("half");
    throw new Error("a confidential detail");
  }
  if (request.url?.endsWith("/fails")) {
    response.statusCode = 500;
    response.end("<html>");
    return;
  }
  if (request.url === "/gives-up") {
    for await (const _ of request) break;
    response.end("enough");
    return;
  }
  response.setHeader("Content-Type", "application/json");
  const { method, url, headers, rawHeaders } = request;
  response.end(JSON.stringify({ method, url, headers, rawHeaders }));
}

beforeAll(async () => {
  server = createHttpServer(stubHandler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes unchanged and reads until the server closes the connection. */
function exchange(bytes: string | Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = Buffer.concat(chunks)
        .toString("latin1")
        .split(/\r\n\r\n(.*)/s);
      const [statusLine = "", ...lines] = head.split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => line.split(/: (.*)/s, 2).map((part, i) => (i === 0 ? part.toLowerCase() : part))),
      );
      resolve({ status: Number(statusLine.split(" ")[1]), headers, body });
    });
  });
}

function send(requestLine: string, headers: string[] = []): Promise<Answer> {
  const lines = [`${requestLine} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers];
  return exchange(`${lines.join("\r\n")}\r\n\r\n`);
}

const errorCases: [what: string, send: () => Promise<Answer>, status: number, code: string][] = [
  ["invalid percent-encoding", () => send("GET /v1/audit/%zz"), 400, "bad_request"],
  ["a percent sign at the end", () => send("GET /v1/audit/%"), 400, "bad_request"],
  ["bytes that are not UTF-8", () => send("GET /v1/audit/%ff"), 400, "bad_request"],
  ["invalid encoding in a page's path", () => send("GET /%zz"), 400, "bad_request"],
  ["a NUL in the path", () => send("GET /v1/audit/a%00b"), 400, "bad_request"],
  ["a backslash", () => send("GET /v1\\audit"), 400, "bad_request"],
  ["a fragment", () => send("GET /v1/audit#part"), 400, "bad_request"],
  ["a dot segment", () => send("GET /v1/models/../audit"), 400, "bad_request"],
  ["an encoded dot segment", () => send("GET /v1/models/%2E%2e/audit"), 400, "bad_request"],
  ["a URL of more than 8 KiB", () => send(`GET /v1/audit?x=${"a".repeat(8192)}`), 414, "uri_too_long"],
  ["a URL that is too long for Node.js", () => send(`GET /v1/audit?x=${"a".repeat(20_000)}`), 414, "uri_too_long"],
  [
    "headers of more than 16 KiB",
    () => send("GET /v1/audit", [`X-Long: ${"a".repeat(20_000)}`]),
    431,
    "headers_too_large",
  ],
  ["TRACE for a page", () => send("TRACE /sign-in"), 405, "method_not_allowed"],
  ["PROPFIND for a page", () => send("PROPFIND /sign-in"), 405, "method_not_allowed"],
  ["a method that Node.js does not know", () => send("FROB /v1/audit"), 405, "method_not_allowed"],
  ["CONNECT", () => send("CONNECT example.com:443"), 405, "method_not_allowed"],
  [
    "an unknown expectation",
    () => send("POST /v1/audit", ["Expect: a-miracle", "Content-Length: 0"]),
    400,
    "bad_request",
  ],
  ["no Host header", () => exchange("GET /v1/audit HTTP/1.1\r\nConnection: close\r\n\r\n"), 400, "bad_request"],
  ["a target that is not a path", () => send("GET *"), 400, "bad_request"],
  ["a wrong Content-Length", () => send("POST /v1/audit", ["Content-Length: ten"]), 400, "bad_request"],
  [
    "two lengths",
    () => send("POST /v1/audit", ["Content-Length: 2", "Transfer-Encoding: chunked"]),
    400,
    "bad_request",
  ],
  ["a space in the target", () => send("GET /v1/au dit"), 400, "bad_request"],
  [
    "a target that is not ASCII",
    () => exchange(Buffer.from("GET /v1/é HTTP/1.1\r\nHost: a\r\n\r\n")),
    400,
    "bad_request",
  ],
  ["TLS", () => exchange(Buffer.from("160301020001", "hex")), 400, "bad_request"],
  ["HTTP/2", () => exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), 400, "bad_request"],
  ["a handler that throws", () => send("GET /throws"), 500, "internal_error"],
];

it("a failing page returns 503 shortly after a database failure, and 500 otherwise", async () => {
  expect(await send("GET /fails")).toMatchObject({ status: 500 });
  noteDatabaseFailure();
  expect(await send("GET /fails")).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(await send("GET /v1/fails")).toMatchObject({ status: 500 });
  forgetSingletons("database-failures");
});

describe("error responses outside routes", () => {
  it.each(errorCases)("have the API's shape for %s", async (_what, exchanged, status, code) => {
    const answer = await exchanged();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    const body: unknown = JSON.parse(answer.body);
    expect(body).toEqual({ error: code, message: expect.any(String), requestId: answer.headers["x-request-id"] });
    expect(answer.body).not.toContain("a detail");
    if (status === 405) expect(answer.headers.allow).toContain("GET");
  });

  it("a response that was started is cut off when its handler fails", async () => {
    const answer = await send("GET /throws-late");
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).not.toContain("error");
  });

  it("HEAD has no body", async () => {
    await expect(send("HEAD /v1/%zz")).resolves.toMatchObject({ status: 400, body: "" });
  });

  it("OPTIONS * returns the allowed methods", async () => {
    const answer = await send("OPTIONS *");
    expect(answer).toMatchObject({ status: 204, body: "" });
    expect(answer.headers.allow).toContain("PATCH");
  });
});

it("a request that does not arrive in time gets 408", async () => {
  server.once("connection", (socket) => {
    server.emit("clientError", Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  });
  const answer = await exchange("GET /v1/audit HTTP/1.1\r\nHost");
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ error: "request_timeout" });
});

async function served(requestLine: string, headers?: string[]) {
  const answer = await send(requestLine, headers);
  expect(answer.status).toBe(200);
  const seen = JSON.parse(answer.body) as { url: string; method: string; headers: Record<string, string> };
  return { seen, headers: answer.headers };
}

describe("targets", () => {
  it.each([
    ["/v1/audit", "/v1/audit"],
    ["/v1/audit?u=http://a//b", "/v1/audit?u=http://a//b"],
    ["/v1/audit/a%2Fb", "/v1/audit/a%2Fb"],
    ["/v1/audit/.hidden", "/v1/audit/.hidden"],
    ["/v1/audit?x=%zz", "/v1/audit?x=%zz"],
    ["http://localhost/v1/audit?limit=5", "/v1/audit?limit=5"],
    ["HTTPS://example.com", "/"],
    ["/api/health/live/", "/api/health/live/"],
    ["/v1", "/v1"],
    ["/v10/", "/v10/"],
    ["/", "/"],
  ])("%s is served as %s", async (target, expected) => {
    expect((await served(`GET ${target}`)).seen.url).toBe(expected);
  });

  it.each(["/v1/audit/", "/v1//audit", "/v1/audit//", "//v1/audit", "/v1/", "/v1/audit/?limit=5"])(
    "%s is not a path of the API",
    async (target) => {
      expect((await served(`GET ${target}`)).seen.url).toBe("/v1/no-such-path");
    },
  );
});

describe("headers", () => {
  it("the client address is the peer's, regardless of headers", async () => {
    const { seen } = await served("GET /v1/audit", ["X-Gas-Client-Address: 192.0.2.1", "X-Forwarded-For: 192.0.2.2"]);
    expect(seen.headers["x-gas-client-address"]).toBe("127.0.0.1");
  });

  it("a well-formed request ID is kept and forwarded", async () => {
    const { seen, headers } = await served("GET /", ["X-Request-Id: order_66-b"]);
    expect(headers["x-request-id"]).toBe("order_66-b");
    expect(seen.headers["x-request-id"]).toBe("order_66-b");
  });

  it.each(["", "has space", "a".repeat(65), "<script>", "a, b"])("the request ID %j is replaced", async (id) => {
    const { seen, headers } = await served("GET /", [`X-Request-Id: ${id}`]);
    expect(headers["x-request-id"]).toMatch(/^req_/);
    expect(seen.headers["x-request-id"]).toBe(headers["x-request-id"]);
  });

  it("an upgrade request is served without an upgrade", async () => {
    const bytes = "GET /v1/audit HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n";
    await expect(exchange(bytes)).resolves.toMatchObject({ status: 200 });
  });
});

it("connections are kept until the server stops", async () => {
  const agentless = "GET /v1/audit HTTP/1.1\r\nHost: a\r\n\r\n";
  const socket = connect(port, "127.0.0.1");
  const answers: string[] = [];
  socket.on("data", (chunk) => answers.push(chunk.toString("latin1")));
  socket.write(agentless);
  await vi.waitFor(() => expect(answers.join("")).toContain('"url":"/v1/audit"'));
  expect(answers.join("")).toContain("Connection: keep-alive");
  socket.write(agentless);
  await vi.waitFor(() => expect(answers.join("").match(/"url"/g)).toHaveLength(2));
  socket.destroy();
});

it("a connection closes after the response to an abandoned body, which would block the next request", async () => {
  const half = `POST /gives-up HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${"x".repeat(50_000)}`;
  await expect(exchange(half)).resolves.toMatchObject({ status: 200, body: expect.stringContaining("enough") });
});

it("passes a method that no route exports to the resource, and ignores method overrides of clients", async () => {
  const answer = await send("TRACE /v1/audit", ["x-gas-unknown-method: FROB"]);
  expect(JSON.parse(answer.body)).toMatchObject({
    method: "OPTIONS",
    url: "/v1/audit",
    headers: { "x-gas-unknown-method": "TRACE" },
  });
  const forged = await send("OPTIONS /v1/audit", ["x-gas-unknown-method: FROB", "x-gas-forwarded: 1"]);
  expect(JSON.parse(forged.body).headers).not.toHaveProperty("x-gas-unknown-method");
  expect(JSON.parse(forged.body).headers).not.toHaveProperty("x-gas-forwarded");
  expect(JSON.parse(forged.body).rawHeaders).not.toContain("x-gas-forwarded");
});

it.each(["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 proxy", "X-Real-IP: 127.0.0.1"])(
  "marks a request that was forwarded: %s",
  async (header) => {
    const { headers } = JSON.parse((await send("GET /api/metrics", [header])).body);
    expect(headers).toMatchObject({ "x-gas-forwarded": "1" });
  },
);
