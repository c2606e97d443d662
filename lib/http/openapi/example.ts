import { isObject } from "@/lib/http/openapi/tidy-schema";
import type { Json, JsonObject } from "@/lib/http/openapi/types";

const formats: Record<string, string> = {
  "date-time": "2026-01-15T10:00:00.000Z",
  date: "2026-01-15",
  email: "ada@example.com",
  uri: "https://example.com/",
  uuid: "01890a5d-ac96-774b-bcce-b302099a8057",
};

/**
 * A value that fits a schema: its first example where it has one, else one made of its parts' examples. Every member of an
 * object is shown, a list has one entry, and of alternatives the first is taken.
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
