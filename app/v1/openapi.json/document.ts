import { createHash } from "node:crypto";
import { z } from "zod";
import { env } from "@/lib/platform/config/env";
import { Reply, resources, route } from "@/lib/platform/http";
import { buildOpenApi, type OpenApiDocument } from "@/lib/platform/http/openapi";
import { introduction } from "./introduction";
import { operationsOf, routes } from "./operations";
import { webhooks } from "./webhooks";

const Document = z
  .looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) })
  .meta({ examples: [{ openapi: "3.1.1", info: { title: "Governance Audit Service API", version: "1.0.0" } }] });

export const readDocument = route({
  summary: "Get the OpenAPI document",
  description:
    "Returns the OpenAPI 3.1 document of this API. You can cache the document for five minutes. To check for changes, send its `ETag` as `If-None-Match`. The response is 304 if the document has not changed.",
  scope: "public",
  limit: "unlimited",
  response: Document,
  responseHeaders: {
    ETag: "The version of the document. Send it as `If-None-Match` to check for changes.",
    "Cache-Control": "How long the response can be cached.",
  },
  handler: (_ctx, { request }) => {
    const { text, etag } = rendered();
    const known =
      request.headers
        .get("if-none-match")
        ?.split(",")
        .map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
    const status = known.includes(etag) || known.includes("*") ? 304 : 200;
    return Reply.json(text, { status, headers: { ETag: etag, "Cache-Control": "public, max-age=300" } });
  },
});

export const document = resources({ "/v1/openapi.json": { GET: readDocument } });

let cached: { text: string; etag: string } | undefined;

function rendered(): { text: string; etag: string } {
  if (cached) return cached;
  const text = JSON.stringify(openApiDocument(env().PUBLIC_URL));
  cached = { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
  return cached;
}

/** The OpenAPI document for `publicUrl`, or with relative URLs. Requires no environment. */
export function openApiDocument(publicUrl?: string): OpenApiDocument {
  const operations = [
    ...operationsOf(routes),
    { path: "/v1/openapi.json", method: "GET" as const, route: readDocument },
  ];
  const info = {
    title: "Governance Audit Service API",
    version: "1.0.0",
    summary: "Tamper-evident audit trail for AI models, with shadow-AI detection and evidence packages.",
    description: introduction(operations),
    origin: publicUrl?.replace(/\/+$/, ""),
  };
  return buildOpenApi(operations, info, webhooks);
}
