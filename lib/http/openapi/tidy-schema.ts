import type { Json, JsonObject } from "@/lib/http/openapi/types";

const listsOfSchemas = ["anyOf", "oneOf", "allOf", "prefixItems"];
const mapsOfSchemas = ["properties", "patternProperties"];
const schemaMembers = ["items", "additionalProperties", "not", "propertyNames", "contains"];

/**
 * A JSON Schema without what the conversion adds and says nothing: bounds of safe integers, names that are strings, the
 * text pattern of a number in a query string. `T or null` is written as a list of types where that is possible.
 */
export function tidySchema(schema: JsonObject): JsonObject {
  const tidy: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!saysNothing(keyword, value, schema)) tidy[keyword] = tidyBelow(keyword, value);
  }
  return withNullType(tidy);
}

function saysNothing(keyword: string, value: Json, { type }: JsonObject): boolean {
  const isNumber = type === "integer" || type === "number";
  switch (keyword) {
    case "propertyNames":
      return JSON.stringify(value) === '{"type":"string"}';
    case "minimum":
      return value === Number.MIN_SAFE_INTEGER;
    case "maximum":
      return value === Number.MAX_SAFE_INTEGER;
    case "pattern":
      return isNumber;
    default:
      return false;
  }
}

function tidyBelow(keyword: string, value: Json): Json {
  if (listsOfSchemas.includes(keyword) && Array.isArray(value)) return value.map(tidyPart);
  if (schemaMembers.includes(keyword)) return tidyPart(value);
  if (mapsOfSchemas.includes(keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidyPart(part)]));
  }
  return value;
}

/** An empty schema allows anything, which `true` says more plainly. */
function tidyPart(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.keys(value).length === 0 ? true : tidySchema(value);
}

function withNullType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf;
  if (!isObject(first) || !isObject(second) || JSON.stringify(second) !== '{"type":"null"}') return schema;
  if (typeof first.type !== "string" || first.const !== undefined) return schema;
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...values, ...rest, type: [first.type, "null"] };
}

/** Whether a JSON value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
