import { describe, expect, it } from "vitest";
import { z } from "zod";
import { route } from "@/lib/platform/http";
import { buildOpenApi } from "@/lib/platform/http/openapi/build";
import type { JsonObject } from "@/lib/platform/http/openapi/types";
import type { RouteOptions } from "@/lib/platform/http/types";

const info = { title: "T", version: "1", summary: "S", description: "D" };

const plain: RouteOptions = {
  summary: "Read",
  scope: "audit:read",
  limit: "audit.read",
  response: z.object({ a: z.string() }),
};

function describeOne(options: Partial<RouteOptions>, path = "/v1/things") {
  const declared = route({ ...plain, ...options, handler: () => null });
  const document = buildOpenApi([{ path, method: "POST", route: declared }], info);
  const operation = document.paths[path.slice("/v1".length)]?.post;
  if (!operation) throw new Error("the operation is missing");
  return { document, operation };
}

function codes(options: Partial<RouteOptions>): Record<string, string> {
  const { responses } = describeOne(options).operation as { responses: Record<string, { $ref?: string }> };
  return Object.fromEntries(
    Object.entries(responses).map(([status, { $ref }]) => [status, $ref?.split("/").at(-1) ?? "success"]),
  );
}

describe("the responses of an operation", () => {
  it("include those that every operation can have", () => {
    expect(codes({})).toEqual({
      200: "success",
      400: "ValidationFailed",
      401: "Unauthorized",
      403: "InsufficientScopeOriginMismatchAuditRead",
      414: "UriTooLong",
      429: "RateLimited",
      431: "HeadersTooLarge",
      500: "InternalError",
      503: "Unavailable",
    });
  });

  it("exclude authentication and limits if the operation is public", () => {
    const statuses = Object.keys(codes({ scope: "public", limit: "unlimited" }));
    expect(statuses).toEqual(["200", "400", "414", "431", "500", "503"]);
  });

  it.each<[string, Partial<RouteOptions>, Record<string, string>]>([
    ["a body", { body: z.strictObject({}) }, { 400: "ValidationFailedInvalidJson", 413: "PayloadTooLarge" }],
    ["a body", { body: z.strictObject({}) }, { 415: "UnsupportedMediaType" }],
    ["a cursor", { query: z.strictObject({ cursor: z.string() }) }, { 400: "ValidationFailedInvalidCursor" }],
    ["idempotency", { idempotent: true }, { 409: "IdempotencyInProgress", 422: "IdempotencyKeyReused" }],
    ["its own errors", { errors: ["not_found", "conflict"] }, { 404: "NotFound", 409: "Conflict" }],
    ["its own status", { status: 201 }, { 201: "success" }],
    ["further statuses", { alternatives: { 202: z.object({}) } }, { 200: "success", 202: "success" }],
  ])("depend on %s", (_, options, expected) => {
    expect(codes(options)).toMatchObject(expected);
  });
});

it.each<[string, Partial<RouteOptions>, unknown]>([
  ["keys and members", {}, { security: [{ bearer: ["audit:read"] }, { session: [] }], "x-permission": "audit:read" }],
  ["only keys", { scope: "audit:write" }, { security: [{ bearer: ["audit:write"] }] }],
  ["only members", { scope: "session" }, { security: [{ session: [] }], "x-permission": "account" }],
  [
    "keys by a scope and members by a permission",
    { scope: "shadow_ai:write", permission: "shadow_ai:triage" },
    { "x-required-scope": "shadow_ai:write", "x-permission": "shadow_ai:triage" },
  ],
  ["anybody", { scope: "public" }, { security: [] }],
])("an operation can be called by %s", (_, options, expected) => {
  expect(describeOne(options).operation).toMatchObject(expected as object);
});

it("an operation can have an idempotency key and a precondition as headers", () => {
  const { operation } = describeOne({ idempotent: true, errors: ["precondition_failed"] });
  expect(operation.parameters).toEqual([
    { $ref: "#/components/parameters/IdempotencyKey" },
    { $ref: "#/components/parameters/IfMatch" },
    { $ref: "#/components/parameters/RequestId" },
  ]);
});

const data = z.object({ id: z.string() }).meta({ id: "ThingMadeData", examples: [{ id: "thing_1" }] });
const type = z.literal("thing.made");
const envelope = z.object({ type, livemode: z.boolean(), data }).meta({ id: "ThingMadeEnvelope" });
const webhook = { name: "thing.made", summary: "A thing was made", severity: "HIGH", envelope };
const document = buildOpenApi([], info, [webhook]);
const operation = document.webhooks["thing.made"]?.post as JsonObject;

it("a webhook is a request with its envelope, described by components of the document", () => {
  expect(operation).toMatchObject({
    operationId: "onThingMade",
    summary: "A thing was made",
    tags: ["Webhooks"],
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/ThingMadeEnvelope" },
          example: { type: "thing.made", livemode: true, data: { id: "thing_1" } },
        },
      },
    },
  });
  expect(operation.description).toContain("HIGH");
  expect(document.components.schemas).toMatchObject({
    ThingMadeEnvelope: { properties: { data: { $ref: "#/components/schemas/ThingMadeData" } } },
    ThingMadeData: { properties: { id: { type: "string" } } },
  });
  expect(document.tags).toEqual([{ name: "Webhooks", description: expect.any(String) }]);
});

it("rejects a path whose parameters the route does not declare", () => {
  expect(() => describeOne({}, "/v1/things/{id}")).toThrow("/v1/things/{id}");
});

it("rejects two operations of the same name", () => {
  const operation = { method: "GET" as const, route: route({ ...plain, handler: () => null }) };
  const both = [
    { path: "/v1/things", ...operation },
    { path: "/v1/thing", ...operation },
  ];
  expect(() => buildOpenApi(both, info)).toThrow("GET /v1/things and GET /v1/thing are both called getThing");
});
