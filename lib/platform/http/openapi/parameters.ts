import { type Permission, type Role, rolePermissions, roles, type Scope } from "@/lib/platform/core/roles";
import { type ConvertedSchemas, isObject } from "@/lib/platform/http/openapi/convert-schemas";
import { defined, type Json, type JsonObject } from "@/lib/platform/http/openapi/types";
import { permissionOf, type RouteOptions } from "@/lib/platform/http/types";

export const parameters: Record<string, JsonObject> = {
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    description: "An id of your own for this request, kept when it is well formed; otherwise one is made.",
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes the request safe to repeat: with the same key and the same body the first answer is given again and nothing new is written.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$", examples: ["ide_4f9c2a71"] },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    description: "The `ETag` of the resource as you know it: if it has changed since, nothing happens (412).",
    schema: { type: "string", examples: ['"k3v9Qe0bXyq1m2n8R4tUz7wLs5a"'] },
  },
  Range: {
    name: "Range",
    in: "header",
    description:
      "One part of the file in bytes (RFC 9110, 14): it is answered 206. Several parts at once are answered with the whole file.",
    schema: { type: "string", examples: ["bytes=65536-"] },
  },
  IfRange: {
    name: "If-Range",
    in: "header",
    description: "The file's `ETag`, with `Range`: if the file is another one by now, all of it is sent.",
    schema: { type: "string" },
  },
};

/** Everything a request to the operation can carry beside its body. */
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

/** Whether a list is read page by page with a cursor. */
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
  /** The scope that an API key needs; undefined where no key will do, or none is needed. */
  forKeys: Scope | undefined;
  /** The permission that a person needs; undefined where nobody has it, or none is needed. */
  forPeople: Permission | undefined;
  roles: Role[];
}

export function callersOf(options: RouteOptions): Callers {
  const { scope } = options;
  if (scope === "public") return { forKeys: undefined, forPeople: undefined, roles: [] };
  const permission = permissionOf(options);
  const allowed = roles.filter((role) => rolePermissions[role].includes(permission));
  return {
    forKeys: scope === "session" ? undefined : scope,
    forPeople: allowed.length === 0 ? undefined : permission,
    roles: allowed,
  };
}

/** The same as a sentence or two. */
export function callersSentence(options: RouteOptions): string {
  if (options.scope === "public") return "Needs no API key.";
  const { forKeys, forPeople, roles: allowed } = callersOf(options);
  const who = allowed.length === roles.length ? "anybody who is signed in" : `the roles ${allowed.join(", ")}`;
  const people = forPeople === undefined ? "" : ` Of people, ${who} (\`${forPeople}\`).`;
  return forKeys === undefined
    ? `Only signed-in members can use this operation. API keys are not accepted.${people}`
    : `Needs the scope \`${forKeys}\`.${people}`;
}
