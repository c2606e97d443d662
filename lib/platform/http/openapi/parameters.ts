import { type Permission, type Role, rolePermissions, roles, type Scope } from "@/lib/platform/core/roles";
import { type ConvertedSchemas, isObject } from "@/lib/platform/http/openapi/convert-schemas";
import { defined, type Json, type JsonObject } from "@/lib/platform/http/openapi/types";
import { permissionOf, type RouteOptions } from "@/lib/platform/http/types";

export const parameters: Record<string, JsonObject> = {
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "Your ID for this request. If it is missing or malformed, the service generates an ID.",
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A unique key that makes the request safe to repeat. A repeated request with the same key and body returns the first response and changes nothing.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$", examples: ["ide_4f9c2a71"] },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description:
      "The `ETag` of the version that you read. If the resource has changed since then, the response is 412.",
    schema: { type: "string", examples: ['"k3v9Qe0bXyq1m2n8R4tUz7wLs5a"'] },
  },
  Range: {
    name: "Range",
    in: "header",
    description:
      "The byte range of the file to return, with status 206 (RFC 9110, section 14). If you request several ranges, the whole file is returned.",
    schema: { type: "string", examples: ["bytes=65536-"] },
  },
  IfRange: {
    name: "If-Range",
    in: "header",
    description: "The file's `ETag`. If the file has changed, `Range` is ignored and the whole file is returned.",
    schema: { type: "string" },
  },
};

/** All parameters of an operation. */
export function operationParameters(path: string, options: RouteOptions, schemas: ConvertedSchemas): JsonObject[] {
  return [
    ...pathParameters(path, options, schemas),
    ...members(options.query, schemas).map(({ name, schema, required }) => parameter("query", name, schema, required)),
    ...(options.idempotent ? [reference("IdempotencyKey")] : []),
    ...(options.errors?.includes("precondition_failed") ? [reference("IfMatch")] : []),
    ...(options.isFile ? [reference("Range"), reference("IfRange")] : []),
    reference("RequestId"),
  ];
}

/** Whether a list has a cursor. */
export function hasCursor({ query }: RouteOptions, schemas: ConvertedSchemas): boolean {
  return members(query, schemas).some(({ name }) => name === "cursor");
}

function pathParameters(path: string, options: RouteOptions, schemas: ConvertedSchemas): JsonObject[] {
  const declared = members(options.params, schemas);
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "");
  if (inPath.join() !== declared.map(({ name }) => name).join()) {
    throw new Error(`${path} and the params of its route differ: ${declared.map(({ name }) => name).join() || "none"}`);
  }
  return declared.map(({ name, schema }) => parameter("path", name, schema, true));
}

interface Member {
  name: string;
  schema: Json;
  required: boolean;
}

function members(schema: RouteOptions["query"], schemas: ConvertedSchemas): Member[] {
  const json = schema && schemas.input.get(schema);
  if (!json) return [];
  if (!isObject(json.properties)) throw new Error("params and query of a route must be objects without an id");
  const required = Array.isArray(json.required) ? json.required : [];
  return Object.entries(json.properties).map(([name, property]) => ({
    name,
    schema: property,
    required: required.includes(name),
  }));
}

function parameter(place: "path" | "query", name: string, schema: Json, required: boolean): JsonObject {
  if (!isObject(schema)) return { name, in: place, required, schema };
  const { description, ...rest } = schema;
  return defined({ name, in: place, required, description, schema: rest });
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` };
}

interface Callers {
  /** The scope that an API key requires; undefined if keys are not accepted or not required. */
  forKeys: Scope | undefined;
  /** The permission that a member requires; undefined if no role has it, or none is required. */
  forPeople: Permission | undefined;
  roles: Role[];
}

export function callersOf(options: RouteOptions): Callers {
  const { scope } = options;
  if (scope === "public") return { forKeys: undefined, forPeople: undefined, roles: [] };
  const permission = permissionOf(options);
  const allowed = roles.filter((role) => rolePermissions[role].includes(permission));
  return {
    forKeys: scope === "session" || scope === "key" ? undefined : scope,
    forPeople: allowed.length === 0 ? undefined : permission,
    roles: allowed,
  };
}

/** {@link callersOf} as text. */
export function callersSentence(options: RouteOptions): string {
  if (options.scope === "public") return "Requires no API key.";
  const { forKeys, forPeople, roles: allowed } = callersOf(options);
  const some = `${allowed.length === 1 ? "role" : "roles"} ${allowed.join(", ")}`;
  const who = allowed.length === roles.length ? "all roles" : some;
  const people = forPeople === undefined ? "" : ` Members require the \`${forPeople}\` permission (${who}).`;
  return forKeys === undefined
    ? `Only signed-in members can use this operation. API keys are not accepted.${people}`
    : `API keys require the \`${forKeys}\` scope.${people}`;
}
