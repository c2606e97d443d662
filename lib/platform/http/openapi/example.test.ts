import { expect, it } from "vitest";
import { exampleOf } from "@/lib/platform/http/openapi/bodies";

const components = { Name: { type: "string", examples: ["Ada"] } };

it.each([
  ["the first example", { type: "string", examples: ["a", "b"] }, "a"],
  ["an example that is null", { type: ["string", "null"], examples: [null] }, null],
  ["the default", { type: "integer", default: 25 }, 25],
  ["the constant", { const: true }, true],
  ["the first value of an enum", { type: "string", enum: ["A", "B"] }, "A"],
  ["the target of a reference", { $ref: "#/components/schemas/Name" }, "Ada"],
  ["the first alternative", { anyOf: [{ $ref: "#/components/schemas/Name" }, { type: "null" }] }, "Ada"],
  ["text in the format", { type: "string", format: "date-time" }, "2026-01-15T10:00:00.000Z"],
  ["text that is long enough", { type: "string", minLength: 8 }, "text----"],
  ["the least number", { type: "integer", minimum: 3 }, 3],
  [
    "every member of an object",
    { type: "object", properties: { a: { type: "boolean" }, b: { $ref: "#/components/schemas/Name" } } },
    { a: true, b: "Ada" },
  ],
  ["a list of one", { type: "array", items: { type: "integer" } }, [1]],
])("gives %s", (_, schema, example) => {
  expect(exampleOf(schema, components)).toEqual(example);
});
