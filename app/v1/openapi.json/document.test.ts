import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import { envelopeOf, exampleData } from "@/lib/domains/webhooks/schemas-events";
import { jcs } from "@/lib/platform/crypto/jcs";
import type { ApiOperation } from "@/lib/platform/http/openapi";
import { openApiDocument, readDocument } from "./document";
import { operationsOf, routes } from "./operations";

const document = openApiDocument();
const all: ApiOperation[] = [...operationsOf(routes), { path: "/v1/openapi.json", method: "GET", route: readDocument }];

interface Described {
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

function described({ path, method }: ApiOperation): Described {
  const operation = document.paths[path.slice("/v1".length)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation as unknown as Described;
}

const named = all.map((operation): [string, ApiOperation] => [`${operation.method} ${operation.path}`, operation]);

it("is the same every time", () => {
  expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(document));
});

it("refers only to existing components", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  const components = document.components as Record<string, Record<string, unknown>>;
  const dead = references.filter(([, kind = "", name = ""]) => components[kind]?.[name] === undefined);
  expect(references.length).toBeGreaterThan(100);
  expect(dead.map(([whole]) => whole)).toEqual([]);
  expect(JSON.stringify(document).match(/"\$ref":"(?!#\/components\/)/g)).toBeNull();
});

it("contains the URL of the API", () => {
  expect(document.servers).toEqual([{ url: "/v1" }]);
  expect(openApiDocument("https://audit.example.com/").servers).toEqual([{ url: "https://audit.example.com/v1" }]);
});

it("describes every tag", () => {
  expect(document.tags.filter(({ description }) => description === undefined)).toEqual([]);
});

it.each(named)("%s documents its error responses", (_, operation) => {
  const { scope, body } = operation.route.options;
  const statuses = Object.keys(described(operation).responses);
  expect(statuses).toEqual(expect.arrayContaining(["400", "500"]));
  if (scope !== "public") expect(statuses).toEqual(expect.arrayContaining(["401", "403", "429"]));
  if (body) expect(statuses).toEqual(expect.arrayContaining(["413", "415"]));
});

it.each(named.filter(([, { route }]) => route.options.body instanceof z.ZodType))(
  "%s accepts its request example",
  (_, operation) => {
    const example = described(operation).requestBody?.content["application/json"]?.example;
    const { body } = operation.route.options;
    expect((body as z.ZodType).safeParse(example)).toMatchObject({ success: true });
  },
);

it.each(named.filter(([, { route }]) => route.options.response instanceof z.ZodType))(
  "%s can return its response example",
  (_, operation) => {
    const { response, status = 200 } = operation.route.options;
    const example = described(operation).responses[status]?.content?.["application/json"]?.example;
    expect((response as z.ZodType).safeParse(example)).toMatchObject({ success: true });
    // No placeholder may be used as an example; a column of a report may have that type.
    expect(JSON.stringify(example).replaceAll('"type":"text"', "")).not.toMatch(/"text"(?!:)/);
  },
);

it.each([
  "`POST /v1/evidence/generate`",
  "`GET /v1/evidence/{id}` until `status` is `READY`",
  "expires after 24 hours",
  "`POST /v1/evidence/{id}/download-url`",
  "sha256sum evidence.pdf",
  "openssl dgst -sha256 -verify",
  "`GET /v1/verify/{packageHash}`",
])("introduces evidence packages with %s", (words) => {
  expect(String(document.info["description"])).toContain(words);
});

describe("webhooks", () => {
  it("match the specification and its order", () => {
    expect(Object.keys(document.webhooks)).toEqual([...webhookEventTypes]);
    expect(new Set(Object.values(document.webhooks).map(({ post }) => asDescribed(post).operationId)).size).toBe(11);
  });

  it.each(webhookEventTypes)("%s has an example that matches its schema", (type) => {
    const { example, schema } = asDescribed(document.webhooks[type]?.["post"]).requestBody.content["application/json"];
    const name = schema.$ref.split("/").at(-1) ?? "";
    expect(document.components.schemas[name]).toMatchObject({
      properties: { type: { const: type }, data: { $ref: expect.stringMatching(/^#\/components\/schemas\//) } },
      required: ["id", "type", "apiVersion", "created", "livemode", "organisationId", "data"],
    });
    expect(envelopeOf(type).parse(example)).toEqual(example);
    expect(example).toMatchObject({ type, apiVersion: "2026-11-20", livemode: true, data: exampleData(type) });
  });

  it.each([
    ...webhookEventTypes.map((type) => `\`${type}\``),
    "X-Service-Signature: t=<Unix seconds>,v1=<hex>",
    "`webhook-id`, `webhook-timestamp` and `webhook-signature`",
    "300 seconds",
    "For `overlapSeconds` (24 hours by default)",
    "10,800 seconds",
    "in no particular order",
    "Deduplicate on its",
    "more than 50%",
    "/recover`",
  ])("are introduced with %s", (words) => {
    expect(String(document.info["description"])).toContain(words);
  });

  function asDescribed(operation: unknown) {
    return operation as {
      operationId: string;
      requestBody: { content: { "application/json": { example: unknown; schema: { $ref: string } } } };
    };
  }
});

it("documents how to recompute an event's hashes, and its own example passes", () => {
  const introduction = String(document.info["description"]);
  const sha256 = (text: string) => `sha256:${createHash("sha256").update(text, "utf8").digest("hex")}`;

  const contentMembers = membersOf(/content += JCS\(\{([^}]+)\}\)/.exec(introduction)?.[1]);
  expect(sha256(jcs(pick(exampleEvent, contentMembers)))).toBe(exampleEvent.contentHash);

  const headerMembers = membersOf(/header += JCS\(\{([^}]+)\}\)/.exec(introduction)?.[1]);
  expect(sha256(jcs(pick(exampleEvent, headerMembers)))).toBe(exampleEvent.blockHash);
});

/** `a, b: c, d: "x"` as what each member is taken from. */
function membersOf(text = ""): [name: string, source: string][] {
  return text.split(",").map((part) => {
    const [name = "", source = name] = part.split(":").map((word) => word.trim());
    return [name, source];
  });
}

function pick(event: Record<string, unknown>, members: [string, string][]): Record<string, unknown> {
  const value = (source: string) => (source.startsWith('"') ? JSON.parse(source) : event[source]);
  return Object.fromEntries(members.map(([name, source]) => [name, value(source)]));
}
