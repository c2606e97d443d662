import { requestBytes, talk } from "../support/raw-http";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

/** Bytes that follow a request on the same connection, and the statuses of all responses. */
const behind: [name: string, connection: string, rest: string, statuses: number[]][] = [
  ["nothing", "close", "", [201]],
  ["line breaks, as old clients send them", "keep-alive", "\r\n\r\n", [201]],
  [
    "a second request",
    "keep-alive",
    "GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    [201, 200],
  ],
  ["a malformed second request", "keep-alive", "GARBAGE\r\n\r\n", [201, 400]],
  [
    "a request with two lengths",
    "keep-alive",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    [201, 400],
  ],
  ["more after the last request", "close", "GARBAGE\r\n\r\n", [201]],
];

for (const [name, connection, rest, statuses] of behind) {
  test(`a request gets its own response regardless of the bytes after it: ${name}`, async ({
    application,
    organisation,
  }) => {
    const { id: modelId } = await organisation.model();
    const request = requestBytes(application.url, {
      method: "POST",
      target: "/v1/audit",
      headers: {
        Authorization: `Bearer ${organisation.apiKey.key}`,
        "Content-Type": "application/json",
        Connection: connection,
      },
      body: Buffer.from(JSON.stringify({ modelId, eventType: "ALERT", payload: {} })),
    });
    const bytes = Buffer.concat([request, Buffer.from(rest)]);
    const answers = await talk(application.url, [bytes], connection === "close" ? {} : { stopAfter: statuses.length });
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    const events = await expectIntactChain(organisation.api);
    expect(events.filter((event) => event["modelId"] === modelId)).toHaveLength(1);
  });
}

test("the part of a body after its declared length is not served as a request", async ({
  application,
  organisation,
}) => {
  const { id: modelId } = await organisation.model();
  const headers = { Authorization: `Bearer ${organisation.apiKey.key}`, "Content-Type": "application/json" };
  const body = Buffer.from(JSON.stringify({ modelId, eventType: "ALERT", payload: { cut: "off" } }));
  const request = requestBytes(application.url, {
    method: "POST",
    target: "/v1/audit",
    headers: { ...headers, "Content-Length": "20" },
    body,
  });
  const answers = await talk(application.url, [request]);
  expect(answers.map(({ text }) => (JSON.parse(text) as { error: string }).error)).toEqual([
    "invalid_json",
    "bad_request",
  ]);
  const events = await expectIntactChain(organisation.api);
  expect(events.filter((event) => event["modelId"] === modelId)).toEqual([]);
});

test("a connection remains usable after a request body that was too large", async ({ application, organisation }) => {
  const headers = { Authorization: `Bearer ${organisation.apiKey.key}`, "Content-Type": "application/json" };
  const large = { method: "POST", target: "/v1/models", headers, body: Buffer.alloc(1024 * 1024 + 1, " ") };
  for (const chunked of [false, true]) {
    const next = { method: "GET", target: "/v1/models", headers: { ...headers, Connection: "close" } };
    const parts = [requestBytes(application.url, { ...large, chunked }), requestBytes(application.url, next)];
    const answers = await talk(application.url, parts);
    expect(answers[0]?.status).toBe(413);
    expect(answers.slice(1).every(({ status }) => status === 200)).toBe(true);
  }
});
