import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import type { Given } from "./given";
import { get, type Outgoing, post } from "./row";
import { eventOfContent, mebibyte, padded } from "./sizes";
import { appendEvent } from "./writers";

/** An unusual but valid request, similar to one that is rejected. */
export interface Accepted {
  name: string;
  send(given: Given): Outgoing;
  status: number;
}

const appending = (
  name: string,
  changes: Record<string, unknown> | ((given: Given) => Record<string, unknown>),
): Accepted => ({
  name,
  send: (given) =>
    post("/v1/audit", { ...appendEvent(given).body, ...(typeof changes === "function" ? changes(given) : changes) }),
  status: 201,
});
const appendingText = (name: string, payload: string): Accepted => ({
  name,
  send: ({ modelId }) => post("/v1/audit", `{"modelId":"${modelId}","eventType":"ALERT","payload":${payload}}`),
  status: 201,
});
const reading = (path: string): Accepted => ({ name: `GET ${path}`, send: () => get(path), status: 200 });
const withHeaders = (name: string, headers: Record<string, string>): Accepted => ({
  name,
  send: (given) => ({ ...appendEvent(given), headers }),
  status: 201,
});

export const accepted: Accepted[] = [
  appendingText("32 levels", `{"x":${"[".repeat(30)}${"]".repeat(30)}}`),
  appendingText("constructor, prototype and toString as keys", '{"constructor":{"prototype":1},"toString":"x"}'),
  appendingText("an empty key", '{"":{"":1}}'),
  appendingText("a surrogate pair in escapes", '{"x":"\\ud83d\\udca9"}'),
  appendingText("unassigned characters", '{"x":"\\uffff\\ufffe\\ue000"}'),
  appendingText("an escaped DEL, escapes and separators", '{"x":"\\u007f\\u0001\\b\\f\\n\\r\\t\\u2028\\u2029\\/"}'),
  appendingText("the largest and smallest doubles", '{"x":[1.7976931348623157e308,5e-324,-0,1e-400,0.1]}'),
  appendingText("the largest exact integers", '{"x":[9007199254740992,-9007199254740992]}'),
  appendingText("white space of every kind", ' \r\n\t{ "x" :\t[ ] } '),
  appendingText("a very long key", `{"${"k".repeat(10_000)}":1}`),
  appending("a payload without members", { payload: {} }),
  appending("content of exactly 256 KiB", ({ modelId }) => eventOfContent(modelId, 256 * 1024)),
  appending("10 tags", { tags: [..."abcdefghij"] }),
  appending("a tag of 64 characters", { tags: ["t".repeat(64)] }),
  appending("tags that differ only in case", { tags: ["a", "A"] }),
  appending("tags with the same normal form", { tags: ["\u00e9", "e\u0301"] }),
  appending("a custom actor type", { actor: { type: "ROBOT", id: "r2" } }),
  appending("a timestamp almost 5 minutes ahead", () => ({ timestamp: new Date(Date.now() + 295_000).toISOString() })),
  appending("the earliest timestamp", { timestamp: "0001-01-01T00:00:00.000Z" }),
  appending("a timestamp in lower case", { timestamp: "2026-01-15t10:00:00z" }),
  appending("a timestamp with nanoseconds", { timestamp: "2026-01-15T10:00:00.123456789+23:59" }),
  appending("29 February of a leap year", { timestamp: "2024-02-29T23:59:59.999-12:00" }),
  {
    name: "a body of exactly 1 MiB",
    send: (given) => ({ ...appendEvent(given), body: padded(appendEvent(given).body, mebibyte) }),
    status: 201,
  },
  {
    name: "a body of exactly 1 MiB in chunks",
    send: (given) => ({ ...appendEvent(given), body: padded(appendEvent(given).body, mebibyte), chunked: true }),
    status: 201,
  },
  {
    name: "a batch of exactly 8 MiB",
    send: (given) => post("/v1/audit/batch", padded({ events: [appendEvent(given).body] }, 8 * mebibyte)),
    status: 201,
  },
  {
    name: "1,000 events",
    send: (given) => post("/v1/audit/batch", { events: Array.from({ length: 1_000 }, () => appendEvent(given).body) }),
    status: 201,
  },
  {
    name: "NDJSON with blank lines, carriage returns and no final line break",
    send: (given) => ({
      ...post(
        "/v1/audit/batch",
        `\n${JSON.stringify(appendEvent(given).body)}\r\n \n${JSON.stringify(appendEvent(given).body)}`,
      ),
      headers: { "Content-Type": "application/x-ndjson" },
    }),
    status: 201,
  },
  {
    name: "a byte order mark",
    send: (given) => ({ ...appendEvent(given), body: `\ufeff${JSON.stringify(appendEvent(given).body)}` }),
    status: 201,
  },
  withHeaders("a Content-Type in upper case with a charset", { "Content-Type": 'APPLICATION/JSON ; Charset="UTF-8"' }),
  withHeaders("a Content-Encoding of identity", { "Content-Encoding": "identity" }),
  withHeaders("an Idempotency-Key of 255 characters", { "Idempotency-Key": "k".repeat(255) }),
  withHeaders("an Idempotency-Key of 255 characters in quotes", { "Idempotency-Key": `"${"q".repeat(255)}"` }),
  withHeaders("an Idempotency-Key of unusual characters", { "Idempotency-Key": `'); DROP TABLE--{}\\"%00` }),
  withHeaders("Expect: 100-continue", { Expect: "100-continue" }),
  withHeaders("a method override", { "X-HTTP-Method-Override": "DELETE" }),
  withHeaders("a foreign Origin", { Origin: "https://elsewhere.example" }),
  withHeaders("a foreign Host", { Host: "elsewhere.example" }),
  withHeaders("an offer to switch protocols", {
    Connection: "Upgrade, HTTP2-Settings",
    Upgrade: "h2c",
    "HTTP2-Settings": "AA",
  }),
  ...Object.entries({
    RSC: "1",
    "Next-Action": "x",
    "Next-Router-Prefetch": "1",
    "Next-Router-State-Tree": "nonsense",
    "X-Middleware-Prefetch": "1",
    "X-Middleware-Subrequest": "middleware",
    "X-Matched-Path": "/v1/models",
    "X-Invoke-Path": "/v1/models",
    "X-Nextjs-Data": "1",
    "X-Forwarded-Host": "a b",
    Cookie: "__prerender_bypass=1; __next_preview_data=x",
  }).map(([name, value]) => withHeaders(`a header of the framework: ${name}`, { [name]: value })),
  {
    name: "a hash in upper case",
    send: ({ eventId, blockHash }) =>
      post("/v1/audit/verify", { eventId, expectedHash: `sha256:${blockHash.slice(7).toUpperCase()}` }),
    status: 200,
  },
  {
    name: "the scheme in lower case",
    send: ({ key }) => get("/v1/models", { Authorization: `bearer ${key}` }),
    status: 200,
  },
  {
    name: "the scheme in upper case",
    send: ({ key }) => get("/v1/models", { Authorization: `BEARER  ${key} ` }),
    status: 200,
  },
  { name: "a whole URL as target", send: () => get("http://elsewhere.example/v1/models?limit=1"), status: 200 },
  {
    name: "a body that is not read",
    send: () => ({ ...get("/v1/models"), body: "GET /v1/audit HTTP/1.1\r\n\r\n" }),
    status: 200,
  },
  reading("/v1/evidence?framework=PRA_SS1_23&status=EXPIRED&modelId=mdl_none"),
  reading("/v1/shadow-ai/detections?provider=%25_%5C&q=%F0%9F%92%A9&assignedTo=a@b.example"),
  reading("/v1/shadow-ai/detections?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00%2B01:00"),
  {
    name: "notes of 10,000 characters between white space",
    send: ({ detectionId }) => ({
      method: "PATCH",
      path: `/v1/shadow-ai/${detectionId}`,
      body: { notes: ` ${"n".repeat(10_000)}\n`, assignedTo: null },
    }),
    status: 200,
  },
  reading("/v1/audit?"),
  reading("/v1/audit?&&"),
  reading("/v1/audit?limit=1"),
  reading("/v1/audit?limit=100"),
  reading("/v1/audit?tags=a,a"),
  reading("/v1/audit?modelId=mdl_nobody"),
  reading("/v1/audit?modelId=%F0%9F%92%A9"),
  reading("/v1/audit?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00%2B01:00"),
  reading("/v1/models?q=%25_%5C"),
  ...[
    "HTTPS://Hooks.Example.COM:443/a?b=%20",
    "https://localhost.example.com./",
    "https://my_hooks.example.com:65535",
    "https://bücher.example.com/",
    "https://93.184.216.34:1024/",
    "https://[2606:4700::1111]/",
    `https://hooks.example.com/${"a".repeat(2_048 - 26)}`,
  ].map((url) => ({
    name: `a webhook endpoint at ${url.slice(0, 60)}`,
    send: () => post("/v1/webhooks", { url, events: ["evidence.expired"], active: false }),
    status: 201,
  })),
  {
    name: "every type of event, and a description of 500 characters",
    send: ({ endpointId }) => ({
      method: "PATCH",
      path: `/v1/webhooks/${endpointId}`,
      body: { events: [...webhookEventTypes], description: "d".repeat(500) },
    }),
    status: 200,
  },
  {
    name: "a name of 200 characters between white space",
    send: () => post("/v1/models", { name: ` ${"n".repeat(200)}\n` }),
    status: 201,
  },
];
