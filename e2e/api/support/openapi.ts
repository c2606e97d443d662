import { z } from "zod";

type JsonObject = Record<string, unknown>;

/** An operation of the served document, with resolved references. */
export interface Operation {
  /** `GET /audit/{id}`. */
  name: string;
  operationId: string;
  method: string;
  /** Below `/v1`. */
  path: string;
  requiredScope: string | undefined;
  /** Requires a session: API keys are rejected. */
  onlyForPeople: boolean;
  rateClass: string;
  parameters: { name: string; in: string; required?: boolean; schema: JsonObject }[];
  requestBody: { content: Record<string, { schema: JsonObject; example?: unknown }> } | undefined;
  /** The names of all members that the body can have, at any depth. */
  bodyMembers: string[];
  responses: Record<string, Response>;
}

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonObject; example?: unknown }>;
}

interface Document {
  paths: Record<string, Record<string, JsonObject>>;
  components: { schemas: Record<string, JsonObject> } & Record<string, Record<string, JsonObject>>;
}

/** The operations that an API key or an unauthenticated client may call. */
export async function readKeyOperations(url: string): Promise<Operation[]> {
  return (await readOpenApi(url)).filter(({ onlyForPeople }) => !onlyForPeople);
}

/** The operations of `/v1/openapi.json`. */
export async function readOpenApi(url: string): Promise<Operation[]> {
  return (await readDocument(url)).operations;
}

/** The document, read once in a worker: all processes of a run serve the same build. */
let read: Promise<{ document: Document; operations: Operation[] }> | undefined;

function readDocument(url: string): NonNullable<typeof read> {
  read ??= fetchDocument(url);
  return read;
}

async function fetchDocument(url: string): Promise<{ document: Document; operations: Operation[] }> {
  const response = await fetch(`${url}/v1/openapi.json`);
  if (!response.ok) throw new Error(`/v1/openapi.json answered ${response.status}`);
  const document = (await response.json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(document, path, method.toUpperCase(), operation),
    ),
  );
  return { document, operations };
}

function readOperation(document: Document, path: string, method: string, operation: JsonObject): Operation {
  const resolved = <T>(value: unknown) => resolve(document, value) as T;
  const responses = Object.entries(operation["responses"] as JsonObject);
  return {
    name: `${method} ${path}`,
    operationId: String(operation["operationId"]),
    method,
    path,
    requiredScope: operation["x-required-scope"] as string | undefined,
    onlyForPeople: operation["x-required-scope"] === undefined && operation["x-permission"] !== undefined,
    rateClass: String(operation["x-rate-limit-class"]),
    parameters: ((operation["parameters"] ?? []) as unknown[]).map((parameter) => resolved(parameter)),
    requestBody: operation["requestBody"] === undefined ? undefined : resolved(operation["requestBody"]),
    bodyMembers: memberNames(document, operation["requestBody"]),
    responses: Object.fromEntries(responses.map(([status, response]) => [status, resolved(response)])),
  };
}

/** Resolves a reference to a component other than a schema. References to schemas in it remain. */
function resolve(document: Document, value: unknown): unknown {
  const reference = (value as { $ref?: string }).$ref;
  if (reference === undefined) return value;
  const [kind = "", name = ""] = reference.replace("#/components/", "").split("/");
  const component = document.components[kind]?.[name];
  if (!component) throw new Error(`${reference} cannot be resolved`);
  return component;
}

function memberNames(document: Document, schema: unknown, seen = new Set<string>()): string[] {
  const names: string[] = [];
  JSON.stringify(schema ?? null, (member, value: unknown) => {
    if (member === "properties") names.push(...Object.keys(Object(value)));
    const component = member === "$ref" ? String(value).split("/").at(-1) : undefined;
    if (component !== undefined && !seen.has(component)) {
      names.push(...memberNames(document, document.components.schemas[component], seen.add(component)));
    }
    return value;
  });
  return names;
}

/** Validators by the JSON text of their schema, shared by hundreds of responses. */
const validators = new Map<string, z.ZodType>();

/** Checks values against the document's schemas. Returns the problems of a value; empty if it is valid. */
export async function schemaChecker(url: string): Promise<(schema: JsonObject, value: unknown) => string[]> {
  const { components } = (await readDocument(url)).document;
  const local = (text: string) => JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")) as JsonObject;
  const $defs = local(JSON.stringify(components.schemas));
  return (schema, value) => {
    const text = JSON.stringify(schema);
    const whole = { ...local(text), $defs } as Parameters<typeof z.fromJSONSchema>[0];
    const validator = validators.get(text) ?? z.fromJSONSchema(whole);
    validators.set(text, validator);
    const parsed = validator.safeParse(value);
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
}
