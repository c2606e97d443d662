import type { z } from "zod";
import { acceptsNoBody, defaultBodyLimit } from "@/lib/http/body";
import type { ConvertedSchemas } from "@/lib/http/openapi/convert-schemas";
import { exampleOf } from "@/lib/http/openapi/example";
import { fileHeaders, headerReferences, standingHeaders } from "@/lib/http/openapi/headers";
import { isObject } from "@/lib/http/openapi/tidy-schema";
import { defined, type Json, type JsonObject } from "@/lib/http/openapi/types";
import type { RouteOptions } from "@/lib/http/types";

/** The request body of an operation; undefined where it takes none. */
export function requestBody(options: RouteOptions, schemas: ConvertedSchemas): JsonObject | undefined {
  const { body } = options;
  const size = `At most ${sizeText(options.bodyLimit ?? defaultBodyLimit)}`;
  if (body && "stream" in body) {
    return {
      description: `${size} as sent.${encodingNote(body.encodings)}`,
      required: true,
      content: streamed(body.stream, body.examples ?? {}),
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
      ...Object.fromEntries(otherTypes.map((type) => [type, textBody(type, example)])),
    },
  };
}

function encodingNote(encodings: string[]): string {
  return encodings.length === 0
    ? ""
    : ` \`Content-Encoding\` may be ${encodings.map((name) => `\`${name}\``).join(" or ")}.`;
}

/** The successful responses of an operation, by status. */
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
  200: "Success",
  201: "Created",
  202: "Accepted",
  204: "Done; there is no body",
  206: "The part that was asked for",
};

function success(
  status: string,
  response: RouteOptions["response"],
  options: RouteOptions,
  schemas: ConvertedSchemas,
): JsonObject {
  const versionHeader = options.version && { ETag: `The ${options.version.noun}'s version, for \`If-Match\`.` };
  const own = Object.entries({ ...options.responseHeaders, ...versionHeader }).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
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

function content(response: RouteOptions["response"], schemas: ConvertedSchemas): JsonObject | undefined {
  if (response === "empty") return undefined;
  if ("stream" in response) return streamed(response.stream, response.examples ?? {});
  const schema = schemas.output.get(response) ?? {};
  return { "application/json": { schema, example: exampleOf(schema, schemas.components) } };
}

function withTexts(json: JsonObject | undefined, texts: RouteOptions["responseTexts"]): JsonObject | undefined {
  return texts && json ? { ...json, ...streamed(Object.keys(texts), texts) } : json;
}

function streamed(types: string[], examples: Record<string, string>): JsonObject {
  const contents = types.map((type) => {
    const name = type.replace(/;.*/, "");
    const schema = isText(name) ? { type: "string", description: lineNote(name) } : { contentMediaType: name };
    return [name, defined({ schema, example: examples[type] })];
  });
  return Object.fromEntries(contents) as JsonObject;
}

/** A body of lines: those of the JSON body's list, where it has one. */
function textBody(type: string, example: Json): JsonObject {
  const schema = { type: "string", description: lineNote(type) };
  const list = isObject(example) ? Object.values(example).find((value) => Array.isArray(value)) : undefined;
  if (!type.includes("ndjson") || !Array.isArray(list)) return { schema };
  return { schema, example: list.map((line) => `${JSON.stringify(line)}\n`).join("") };
}

function lineNote(type: string): string {
  return type.includes("ndjson") ? "One JSON object a line." : `Text of the type ${type}.`;
}

function isText(type: string): boolean {
  return type.startsWith("text/") || type.includes("ndjson");
}

function sizeText(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return Number.isInteger(mebibytes) ? `${mebibytes} MiB` : `${Math.floor(bytes / 1024)} KiB`;
}
