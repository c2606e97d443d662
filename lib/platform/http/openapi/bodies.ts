import type { z } from "zod";
import { acceptsNoBody, defaultBodyLimit } from "@/lib/platform/http/body";
import { type ConvertedSchemas, isObject } from "@/lib/platform/http/openapi/convert-schemas";
import { fileHeaders, headerReferences, standingHeaders } from "@/lib/platform/http/openapi/responses";
import { defined, type Json, type JsonObject } from "@/lib/platform/http/openapi/types";
import type { RouteOptions } from "@/lib/platform/http/types";

export function requestBody(options: RouteOptions, schemas: ConvertedSchemas): JsonObject | undefined {
  const { body } = options;
  const size = `Maximum size: ${sizeText(options.bodyLimit ?? defaultBodyLimit)}`;
  if (body && "stream" in body) {
    return {
      description: `${size}${encodingNote(body.encodings)}.`,
      required: true,
      content: streamed(body.stream, body.examples ?? {}, body.line && schemas.input.get(body.line)),
    };
  }
  const schema = body && schemas.input.get(body);
  if (!schema) return undefined;
  const example = exampleOf(schema, schemas.components);
  const otherTypes = Object.keys(options.bodyParsers ?? {});
  return {
    description: `${size}.`,
    required: !acceptsNoBody(body as z.ZodType),
    content: {
      "application/json": { schema, example },
      ...Object.fromEntries(otherTypes.map((type) => [type, textBody(type, example, itemOf(schema, schemas))])),
    },
  };
}

function encodingNote(encodings: string[]): string {
  return encodings.length === 0
    ? ""
    : ` before decompression. \`Content-Encoding\` can be ${encodings.map((name) => `\`${name}\``).join(" or ")}`;
}

export function successResponses(options: RouteOptions, schemas: ConvertedSchemas): Record<string, JsonObject> {
  const main = options.status ?? 200;
  const responses = {
    [main]: options.response,
    ...(options.isFile && { 206: options.response }),
    ...options.alternatives,
  };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, success(status, response, options, schemas)]),
  );
}

const titles: Record<string, string> = {
  200: "The request succeeded",
  201: "The resource was created",
  202: "The request was accepted",
  204: "The request succeeded. The response has no body",
  206: "The requested byte range of the file",
};

function success(
  status: string,
  response: RouteOptions["response"],
  options: RouteOptions,
  schemas: ConvertedSchemas,
): JsonObject {
  const versionHeader = options.version && {
    ETag: `The version of the ${options.version.noun}. Send it as \`If-Match\` when you update the ${options.version.noun}.`,
  };
  const locationHeader = options.location && { Location: locations[options.status ?? 200] };
  const own = Object.entries({ ...locationHeader, ...options.responseHeaders, ...versionHeader }).map(
    ([name, description]) => [name, { description, schema: { type: "string" } }],
  );
  return defined({
    description: `${titles[status] ?? `Status ${status}`}.`,
    headers: {
      ...headerReferences([
        ...standingHeaders(options),
        ...(options.idempotent ? (["Idempotent-Replayed"] as const) : []),
        ...(options.isFile ? fileHeaders : []),
        ...(status === "206" ? (["Content-Range"] as const) : []),
      ]),
      ...Object.fromEntries(own),
    },
    content: withTexts(content(response, schemas), options.responseTexts),
  });
}

const locations: Record<number, string> = {
  201: "Path of the created resource.",
  202: "URL to poll for the result.",
};

function content(response: RouteOptions["response"], schemas: ConvertedSchemas): JsonObject | undefined {
  if (response === "empty") return undefined;
  if ("stream" in response) return streamed(response.stream, response.examples ?? {});
  const schema = schemas.output.get(response) ?? {};
  return { "application/json": { schema, example: exampleOf(schema, schemas.components) } };
}

function withTexts(json: JsonObject | undefined, texts: RouteOptions["responseTexts"]): JsonObject | undefined {
  return texts && json ? { ...json, ...streamed(Object.keys(texts), texts) } : json;
}

function streamed(types: string[], examples: Record<string, string | undefined>, line?: JsonObject): JsonObject {
  const contents = types.map((type) => {
    const name = type.replace(/;.*/, "");
    const schema = isText(name) ? textSchema(name, line) : { contentMediaType: name };
    return [name, defined({ schema, example: examples[type] })];
  });
  return Object.fromEntries(contents) as JsonObject;
}

/** The schema of the items of a body that is a list. */
function itemOf({ $ref }: JsonObject, { components }: ConvertedSchemas): JsonObject | undefined {
  const { properties } = components[String($ref).split("/").at(-1) ?? ""] ?? {};
  const lists = isObject(properties) ? Object.values(properties).filter(isObject) : [];
  return lists.map(({ items }) => items).find(isObject);
}

/** A body of lines: the items of the JSON body's list, if it has one. */
function textBody(type: string, example: Json, line?: JsonObject): JsonObject {
  const schema = textSchema(type, line);
  const list = isObject(example) ? Object.values(example).find((value) => Array.isArray(value)) : undefined;
  if (!type.includes("ndjson") || !Array.isArray(list)) return { schema };
  return { schema, example: list.map((line) => `${JSON.stringify(line)}\n`).join("") };
}

/** Text, with the schema of its lines if it is NDJSON. */
function textSchema(type: string, line?: JsonObject): JsonObject {
  if (!type.includes("ndjson"))
    return { type: "string", description: type === "text/csv" ? "Text in CSV format." : "Plain text." };
  if (!line) return { type: "string", description: "One JSON object per line." };
  const description = `One \`${String(line.$ref).split("/").at(-1)}\` object per line, as JSON.`;
  return { type: "string", description, contentMediaType: type, contentSchema: line };
}

function isText(type: string): boolean {
  return type.startsWith("text/") || type.includes("ndjson");
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${Math.floor(bytes / 1024)} KiB`;
}

const formats: Record<string, string> = {
  "date-time": "2026-01-15T10:00:00.000Z",
  date: "2026-01-15",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
};

/**
 * An example value of a schema: its first example, or else a value built from the examples of its parts. Objects have
 * all members, lists have one item, and of alternatives the first is used.
 */
export function exampleOf(schema: Json, components: Record<string, JsonObject>): Json {
  if (!isObject(schema)) return {};
  const { $ref, examples, anyOf, oneOf } = schema;
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (typeof $ref === "string") return exampleOf(components[$ref.split("/").at(-1) ?? ""] ?? {}, components);
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const alternatives = oneOf ?? anyOf;
  if (Array.isArray(alternatives)) return exampleOf(alternatives[0] ?? {}, components);
  return exampleOfType(schema, components);
}

function exampleOfType(schema: JsonObject, components: Record<string, JsonObject>): Json {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return exampleObject(schema, components);
    case "array":
      return schema.items === undefined ? [] : [exampleOf(schema.items, components)];
    case "string":
      return (typeof schema.format === "string" ? formats[schema.format] : undefined) ?? exampleText(schema);
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return {};
  }
}

function exampleObject({ properties }: JsonObject, components: Record<string, JsonObject>): JsonObject {
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property, components)]),
  );
}

function exampleText({ minLength }: JsonObject): string {
  return "text".padEnd(typeof minLength === "number" ? minLength : 0, "-");
}
