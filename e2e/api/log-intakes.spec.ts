import { gzipSync } from "node:zlib";
import { detectionOf, squidLog } from "../support/shadow-ai";
import { expect, test } from "./fixtures";

const linesOf = (host: string) =>
  squidLog([{ host, calls: 6 }])
    .trimEnd()
    .split("\n");
const gzip = (text: string) => new Uint8Array(gzipSync(text));
const gateway = (HTTPHost: string) =>
  Array.from({ length: 6 }, (_, n) =>
    JSON.stringify({
      Datetime: new Date(Date.now() - 60_000 + n * 1_000).toISOString(),
      SourceIP: "10.20.30.41",
      HTTPHost,
      HTTPMethod: "POST",
      HTTPStatusCode: 200,
      URL: `https://${HTTPHost}/v1/chat/completions`,
      Action: "allow",
    }),
  );

interface Sent {
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

/** A request of each protocol about a host, as its sender sends it with an API key. */
const protocols: Record<string, (host: string, key: string) => Sent> = {
  "Splunk HEC events": (host, key) => ({
    path: "/services/collector/event",
    headers: { Authorization: `Splunk ${key}`, "X-Splunk-Request-Channel": "0aeeac95-ac74-4aa9-b30d-6c4c0ac581ba" },
    body: linesOf(host)
      .map((event) => JSON.stringify({ sourcetype: "squid", index: "main", event }))
      .join(""),
  }),
  "Splunk HEC lines": (host, key) => ({
    path: "/services/collector/raw?sourcetype=squid",
    headers: { Authorization: `Splunk ${key}`, "Content-Encoding": "gzip" },
    body: gzip(linesOf(host).join("\n")),
  }),
  "Cloudflare Logpush": (host, key) => ({
    path: "/services/logpush?source=cloudflare",
    headers: { Authorization: `Bearer ${key}`, "Content-Encoding": "gzip" },
    body: gzip(gateway(host).join("\n")),
  }),
  "Amazon Data Firehose": (host, key) => ({
    path: "/services/firehose",
    headers: {
      "Content-Type": "application/json",
      "Content-Encoding": "gzip",
      "X-Amz-Firehose-Access-Key": key,
      "X-Amz-Firehose-Request-Id": "ed4acda5-034f-9f42-bba1-f29aea6d7d8f",
    },
    body: gzip(
      JSON.stringify({
        requestId: "ed4acda5-034f-9f42-bba1-f29aea6d7d8f",
        timestamp: Date.now(),
        records: linesOf(host).map((message) => ({
          data: gzipSync(
            JSON.stringify({ messageType: "DATA_MESSAGE", logEvents: [{ id: "1", timestamp: 1, message }] }),
          ).toString("base64"),
        })),
      }),
    ),
  }),
  "OTLP logs": (host, key) => ({
    path: "/services/otlp/v1/logs",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify({
      resourceLogs: [{ scopeLogs: [{ logRecords: linesOf(host).map((stringValue) => ({ body: { stringValue } })) }] }],
    }),
  }),
  "A JSON array": (host, key) => ({
    path: "/v1/sensors/observations",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: `[${gateway(host).join(",")}]`,
  }),
};

const hosts = ["openai.com", "anthropic.com", "mistral.ai", "cohere.com", "deepseek.com", "perplexity.ai"];

test("a request of each protocol leads to a detection, and a repeated one counts once", async ({
  application,
  organisation,
}) => {
  const { api, apiKey } = organisation;
  const sent = Object.entries(protocols).map(([name, of], i) => ({ name, host: `api.${hosts[i]}`, of }));
  for (const { name, host, of } of sent) {
    const { path, headers, body } = of(host, apiKey.key);
    for (let attempt = 1; attempt <= 2; attempt++) {
      const response = await fetch(`${application.url}${path}`, { method: "POST", headers, body });
      expect([200, 202], `${name}: ${await response.text()}`).toContain(response.status);
    }
  }
  for (const { name, host } of sent) {
    const { details } = await detectionOf(api, host);
    expect(details.estimatedCallVolume, name).toBe(6);
  }
});

test("paths of the intakes that do not exist return 404", async ({ application, organisation }) => {
  const headers = { Authorization: `Bearer ${organisation.apiKey.key}` };
  for (const path of ["/services/none", "/services/collector/ack"]) {
    const response = await fetch(`${application.url}${path}`, { method: "POST", headers });
    expect(response.status).toBe(404);
  }
  const health = await fetch(`${application.url}/services/collector/health`);
  expect(await health.json()).toEqual({ text: "HEC is healthy", code: 17 });
});
