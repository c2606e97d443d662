import { z } from "zod";
import { splitNames } from "@/lib/http/openapi/split-names";
import { tidySchema } from "@/lib/http/openapi/tidy-schema";
import type { JsonObject } from "@/lib/http/openapi/types";

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

/** All schemas of a side in one conversion: what they share is found once, and ids that clash are found at all. */
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
