import { z } from "zod";
import { requestBody, successResponses } from "@/lib/platform/http/openapi/bodies";
import { type ConvertedSchemas, convertSchemas, references } from "@/lib/platform/http/openapi/convert-schemas";
import { operationId } from "@/lib/platform/http/openapi/operation-id";
import {
  callersOf,
  callersSentence,
  hasCursor,
  operationParameters,
  parameters,
} from "@/lib/platform/http/openapi/parameters";
import { resources, tagOf } from "@/lib/platform/http/openapi/resources";
import { errorCodesOf, errorResponses, headers, rateSentence } from "@/lib/platform/http/openapi/responses";
import {
  type ApiInfo,
  type ApiOperation,
  defined,
  type JsonObject,
  type OpenApiDocument,
} from "@/lib/platform/http/openapi/types";
import { type ApiWebhook, describeWebhooks, webhookParameters, webhookTag } from "@/lib/platform/http/openapi/webhooks";
import { ErrorBody } from "@/lib/platform/http/schemas";
import type { RouteOptions } from "@/lib/platform/http/types";

const base = "/v1";

/**
 * Builds the OpenAPI 3.1 document of operations and webhooks from the declarations that serve them: its schemas are the
 * ones that validate requests, render responses and filter envelopes. The same declarations always give the same
 * document.
 *
 * @throws if declarations conflict: two operations with one name, two schemas with one ID, or path parameters that the
 * route does not declare.
 */
export function buildOpenApi(operations: ApiOperation[], info: ApiInfo, announced: ApiWebhook[] = []): OpenApiDocument {
  const schemas = convertAll(operations, announced);
  const webhooks = describeWebhooks(announced, schemas);
  const responses: Record<string, JsonObject> = {};
  const paths: OpenApiDocument["paths"] = {};
  const names = new Map<string, string>();
  for (const operation of operations) {
    const { method, path } = operation;
    const name = operationId(method, path, isList(operation.route.options));
    const other = names.get(name);
    if (other) throw new Error(`${other} and ${method} ${path} are both called ${name}`);
    names.set(name, `${method} ${path}`);
    const below = path.slice(base.length);
    paths[below] = { ...paths[below], [method.toLowerCase()]: describeOperation(name, operation, schemas, responses) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: info.title,
      version: info.version,
      summary: info.summary,
      description: info.description,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: `${info.origin ?? ""}${base}` }],
    tags: tagsOf(operations, announced),
    security: [{ bearer: [] }],
    paths,
    webhooks,
    components: {
      schemas: reachable(schemas.components, [paths, webhooks, responses]),
      responses: Object.fromEntries(Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: usedOnes("headers", headers, [paths, responses]),
      parameters: usedOnes("parameters", { ...parameters, ...webhookParameters }, [paths, webhooks]),
      securitySchemes: { bearer: bearerScheme, session: sessionScheme },
    },
  };
}

const bearerScheme = {
  type: "http",
  scheme: "bearer",
  description: "An API key, which starts with `gas_live_`, or with `gas_test_` for a sandbox organisation.",
};

const sessionScheme = {
  type: "apiKey",
  in: "cookie",
  name: "next-auth.session-token",
  description:
    "A dashboard session. Over TLS, the cookie's name starts with `__Secure-`. The member's role determines the permissions. Requests that change data must send this service's origin in the `Origin` header.",
};

function convertAll(operations: ApiOperation[], webhooks: ApiWebhook[]): ConvertedSchemas {
  const declared = operations.map(({ route }) => route.options);
  const isSchema = (value: unknown) => value instanceof z.ZodType;
  return convertSchemas(
    declared.flatMap(({ params, query, body }) =>
      [params, query, body && "stream" in body ? body.line : body].filter(isSchema),
    ),
    [
      ErrorBody,
      ...webhooks.map(({ envelope }) => envelope),
      ...declared.flatMap(({ response, alternatives }) =>
        [response, ...Object.values(alternatives ?? {})].filter(isSchema),
      ),
    ],
  );
}

function describeOperation(
  name: string,
  { path, method, route: { options } }: ApiOperation,
  schemas: ConvertedSchemas,
  shared: Record<string, JsonObject>,
): JsonObject {
  const codes = errorCodesOf(options, { isPaged: hasCursor(options, schemas), isChange: method !== "GET" });
  const errors = errorResponses(options, codes);
  for (const { name: key, response } of errors) shared[key] = response;
  const { forKeys, forPeople, roles } = callersOf(options);
  return defined({
    operationId: name,
    summary: options.summary,
    description: descriptionOf(options),
    tags: [tagOf(path)],
    deprecated: options.deprecated ? true : undefined,
    security: [
      ...(forKeys === undefined ? [] : [{ bearer: [forKeys] }]),
      ...(roles.length === 0 ? [] : [{ session: [] }]),
    ],
    parameters: operationParameters(path, options, schemas),
    requestBody: requestBody(options, schemas),
    responses: {
      ...successResponses(options, schemas),
      ...Object.fromEntries(errors.map(({ status, name: key }) => [status, { $ref: `#/components/responses/${key}` }])),
    },
    "x-required-scope": forKeys,
    "x-permission": forPeople,
    "x-rate-limit-class": options.limit,
  });
}

/** The declared description, and a paragraph with callers, rate limit and deprecation. */
function descriptionOf(options: RouteOptions): string {
  const { limit, secretMembers = [], deprecated } = options;
  const once = secretMembers.map((member) => `\`${member}\``).join(", ");
  const facts = [
    callersSentence(options),
    ...(options.errors?.includes("rate_limited") ? [] : [rateSentence(limit)]),
    ...(once ? [`Replayed responses omit ${once}.`] : []),
    ...(deprecated
      ? [`Deprecated since ${deprecated.since}${deprecated.sunset ? `, removed on ${deprecated.sunset}` : ""}.`]
      : []),
  ];
  return [...(options.description ? [options.description] : []), facts.join(" ")].join("\n\n");
}

/** Whether `data` of the response is an array. */
function isList({ response }: RouteOptions): boolean {
  return response instanceof z.ZodObject && response.shape["data"] instanceof z.ZodArray;
}

function tagsOf(operations: ApiOperation[], webhooks: ApiWebhook[]): JsonObject[] {
  const used = new Set([...operations.map(({ path }) => tagOf(path)), ...webhooks.map(() => webhookTag)]);
  const known = Object.values(resources).filter(({ tag }) => used.delete(tag));
  return [...known.map(({ tag, description }) => ({ name: tag, description })), ...[...used].map((name) => ({ name }))];
}

function usedOnes(kind: string, components: Record<string, JsonObject>, by: unknown): Record<string, JsonObject> {
  const text = JSON.stringify(by);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

/** The schemas that a value refers to, directly or indirectly. */
function reachable(components: Record<string, JsonObject>, from: unknown): Record<string, JsonObject> {
  const found = new Set<string>();
  const visit = (json: unknown) => {
    for (const id of references(json)) {
      if (found.has(id)) continue;
      found.add(id);
      visit(components[id] ?? {});
    }
  };
  visit(from);
  return Object.fromEntries(Object.entries(components).filter(([id]) => found.has(id)));
}
