import { z } from "zod";
import type { Json, JsonObject } from "@/lib/platform/http/openapi/types";

/** JSON Schemas by the Zod schema they come from, and those with an id as the document's components. */
export interface ConvertedSchemas {
  input: Map<z.ZodType, JsonObject>;
  output: Map<z.ZodType, JsonObject>;
  components: Record<string, JsonObject>;
}

/**
 * Converts what requests are validated with (as it is before parsing) and what answers are rendered with. A schema with
 * `.meta({ id })` becomes a component; where its two sides differ, that of requests is called `<id>Input`.
 *
 * @throws when two schemas have the same id.
 */
export function convertSchemas(inputs: Iterable<z.ZodType>, outputs: Iterable<z.ZodType>): ConvertedSchemas {
  const input = convertSide("input", [...new Set(inputs)]);
  const output = convertSide("output", [...new Set(outputs)]);
  const { renamed, components } = splitNames(input.named, output.named);
  return {
    input: new Map([...input.schemas].map(([schema, json]) => [schema, renamed(json)])),
    output: output.schemas,
    components,
  };
}

interface Side {
  schemas: Map<z.ZodType, JsonObject>;
  named: Record<string, JsonObject>;
}

/** All schemas of a side in one conversion, which finds shared schemas and conflicting IDs. */
function convertSide(io: "input" | "output", schemas: z.ZodType[]): Side {
  const whole = z.toJSONSchema(z.object(Object.fromEntries(schemas.map((schema, i) => [`s${i}`, schema]))), {
    io,
    target: "draft-2020-12",
    override: io === "input" ? keepInputExamples : stayOpen,
  });
  const text = JSON.stringify({ properties: whole.properties ?? {}, named: whole.$defs ?? {} });
  const { properties, named } = JSON.parse(text.replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as {
    properties: Record<string, JsonObject>;
    named: Record<string, JsonObject>;
  };
  return {
    schemas: new Map(schemas.map((schema, i) => [schema, tidySchema(properties[`s${i}`] ?? {})])),
    named: Object.fromEntries(Object.entries(named).map(([id, json]) => [id, tidySchema(json)])),
  };
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

/** Zod takes examples and defaults in `.meta()` of a schema that transforms for outputs and drops them; ours are inputs. */
const keepInputExamples: Override = ({ zodSchema, jsonSchema }) => {
  const meta = z.globalRegistry.get(zodSchema);
  if (meta?.examples !== undefined) jsonSchema.examples = meta.examples as unknown[];
  if (meta?.default !== undefined) jsonSchema.default = meta.default as typeof jsonSchema.default;
};

/** The API grows by adding members to answers, so only a strict object rules others out. */
const stayOpen: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
};

const listsOfSchemas = ["anyOf", "oneOf", "allOf", "prefixItems"];
const mapsOfSchemas = ["properties", "patternProperties"];
const schemaMembers = ["items", "additionalProperties", "not", "propertyNames", "contains"];

/**
 * A JSON Schema without what the conversion adds and says nothing: bounds of safe integers, names that are strings, the
 * text pattern of a number in a query string. `T or null` is written as a list of types where that is possible.
 */
function tidySchema(schema: JsonObject): JsonObject {
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

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Named = Record<string, JsonObject>;

/**
 * Puts the components of requests and of answers into one namespace: a name that means the same on both sides stays, one
 * that does not is `<name>Input` for requests. `renamed` makes a request's schema refer to the new names.
 */
function splitNames(input: Named, output: Named): { renamed: (json: JsonObject) => JsonObject; components: Named } {
  const split = differing(input, output);
  const renamed = (json: JsonObject) => {
    const text = JSON.stringify(json).replace(/"\$ref":"#\/components\/schemas\/([^"]+)"/g, (same, id: string) =>
      split.has(id) ? `"$ref":"#/components/schemas/${id}Input"` : same,
    );
    return JSON.parse(text) as JsonObject;
  };
  const requests = Object.entries(input).map(([id, json]) => [split.has(id) ? `${id}Input` : id, renamed(json)]);
  const components = { ...Object.fromEntries(requests), ...output } as Named;
  return { renamed, components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Names whose schemas differ between the sides, and those that reach such a one. */
function differing(input: Named, output: Named): Set<string> {
  const shared = Object.keys(input).filter((id) => id in output);
  const split = new Set(shared.filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])));
  for (let size = -1; size !== split.size; ) {
    size = split.size;
    for (const id of shared) if (references(input[id] ?? {}).some((reference) => split.has(reference))) split.add(id);
  }
  return split;
}

export function references(json: unknown): string[] {
  return [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id ?? "");
}
