import { z } from "zod";
import type { Json, JsonObject } from "@/lib/platform/http/openapi/types";

/** JSON Schemas by their Zod schema, and the document's components, which are the schemas with an ID. */
export interface ConvertedSchemas {
  input: Map<z.ZodType, JsonObject>;
  output: Map<z.ZodType, JsonObject>;
  components: Record<string, JsonObject>;
}

/**
 * Converts the schemas that validate requests (their input types) and those that render responses. A schema with
 * `.meta({ id })` becomes a component. If its request and response forms differ, the request form is named `<id>Input`.
 *
 * @throws if two schemas have the same ID.
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

/** Converts all schemas of requests or of responses together, which finds shared schemas and conflicting IDs. */
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

/**
 * For a schema with a transform, Zod treats examples and defaults in `.meta()` as outputs and drops them. Ours are
 * inputs.
 */
const keepInputExamples: Override = ({ zodSchema, jsonSchema }) => {
  const meta = z.globalRegistry.get(zodSchema);
  if (meta?.examples !== undefined) jsonSchema.examples = meta.examples as unknown[];
  if (meta?.default !== undefined) jsonSchema.default = meta.default as typeof jsonSchema.default;
};

/** Responses may get new members, so only strict objects exclude unknown members. */
const stayOpen: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
};

const listsOfSchemas = ["anyOf", "oneOf", "allOf", "prefixItems"];
const mapsOfSchemas = ["properties", "patternProperties"];
const schemaMembers = ["items", "additionalProperties", "not", "propertyNames", "contains"];

/**
 * Removes keywords that the conversion adds and that carry no information: bounds of safe integers, names that are
 * strings, the text pattern of a number in a query string. `T or null` becomes a list of types where possible.
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

/** An empty schema allows any value, and `true` is clearer. */
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
 * Puts the components of requests and responses into one namespace: a name with the same meaning in both is kept;
 * otherwise, the request form is named `<name>Input`. `renamed` makes a request's schema refer to the new names.
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

/** Names whose schemas differ between requests and responses, and names of schemas that refer to them. */
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
