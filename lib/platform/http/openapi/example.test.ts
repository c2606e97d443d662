import { expect, it } from "vitest";
import { exampleOf } from "@/lib/platform/http/openapi/bodies";

const components = { Name: { type: "string", examples: ["Ada"] } };

it.each([
  ["the first example", { type: "string", examples: ["a", "b"] }, "a"],
  ["a null example", { type: ["string", "null"], examples: [null] }, null],
  ["the default", { type: "integer", default: 25 }, 25],
  ["the constant", { const: true }, true],
  ["the first enum value", { type: "string", enum: ["A", "B"] }, "A"],
  ["the target of a reference", { $ref: "#/components/schemas/Name" }, "Ada"],
  ["the first alternative", { anyOf: [{ $ref: "#/components/schemas/Name" }, { type: "null" }] }, "Ada"],
  ["text in the format", { type: "string", format: "date-time" }, "2026-01-15T10:00:00.000Z"],
  ["text of the minimum length", { type: "string", minLength: 8 }, "text----"],
  ["the minimum", { type: "integer", minimum: 3 }, 3],
  [
    "every member of an object",
    { type: "object", properties: { a: { type: "boolean" }, b: { $ref: "#/components/schemas/Name" } } },
    { a: true, b: "Ada" },
  ],
  ["a list with one item", { type: "array", items: { type: "integer" } }, [1]],
])("returns %s", (_, schema, example) => {
  expect(exampleOf(schema, components)).toEqual(example);
});
