import { describe, expect, it } from "vitest";
import { z } from "zod";
import { convertSchemas } from "@/lib/platform/http/openapi/convert-schemas";
import { QueryInteger, Timestamp } from "@/lib/platform/http/schemas";

function input(schema: z.ZodType) {
  return convertSchemas([schema], []).input.get(schema);
}

function output(schema: z.ZodType) {
  return convertSchemas([], [schema]).output.get(schema);
}

describe("requests", () => {
  it("are described as they are sent, before any transform", () => {
    expect(input(Timestamp)).toMatchObject({ type: "string", format: "date-time" });
    expect(input(QueryInteger(1, 100, 25))).toEqual({ type: "integer", minimum: 1, maximum: 100, default: 25 });
  });

  it("keep the examples of schemas that transform", () => {
    expect(input(Timestamp)).toMatchObject({ examples: ["2026-01-15T10:00:00.000Z"] });
    expect(input(Timestamp.optional())).toMatchObject({ examples: ["2026-01-15T10:00:00.000Z"] });
  });

  it("rule out unknown members where they are strict, and need no member that has a default", () => {
    const schema = z.strictObject({ a: z.string(), b: z.string().default("x") });
    expect(input(schema)).toMatchObject({ additionalProperties: false, required: ["a"] });
  });
});

describe("answers", () => {
  it("leave room for members to come", () => {
    expect(output(z.object({ a: z.string() }))).not.toHaveProperty("additionalProperties");
    expect(output(z.strictObject({ a: z.string() }))).toMatchObject({ additionalProperties: false });
  });

  it("write `or null` as a list of types", () => {
    expect(output(z.string().nullable())).toEqual({ type: ["string", "null"] });
    expect(output(z.enum(["A", "B"]).nullable())).toEqual({ type: ["string", "null"], enum: ["A", "B", null] });
    expect(output(z.record(z.string(), z.unknown()).nullable())).toEqual({
      type: ["object", "null"],
      additionalProperties: true,
    });
  });

  it("do not mention the bounds of safe integers", () => {
    expect(output(z.int())).toEqual({ type: "integer" });
    expect(output(z.int().min(1))).toEqual({ type: "integer", minimum: 1 });
  });
});

describe("components", () => {
  it("are the schemas with an id, wherever they are", () => {
    const Part = z.object({ a: z.string() }).meta({ id: "Part" });
    const schema = z.object({ parts: z.array(Part) });
    const { output: schemas, components } = convertSchemas([], [schema]);
    expect(schemas.get(schema)).toMatchObject({
      properties: { parts: { items: { $ref: "#/components/schemas/Part" } } },
    });
    expect(components).toEqual({ Part: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } });
  });

  it("are shared by both sides where they are the same, and two where they are not", () => {
    const Same = z.enum(["A"]).meta({ id: "Same" });
    const Differs = z.object({ same: Same, n: z.int().default(1) }).meta({ id: "Differs" });
    const Reaches = z.object({ differs: Differs }).meta({ id: "Reaches" });
    const asked = z.object({ reaches: Reaches });
    const { input: schemas, components } = convertSchemas([asked], [z.object({ reaches: z.array(Reaches) })]);
    expect(Object.keys(components)).toEqual(["Differs", "DiffersInput", "Reaches", "ReachesInput", "Same"]);
    expect(schemas.get(asked)).toMatchObject({
      properties: { reaches: { $ref: "#/components/schemas/ReachesInput" } },
    });
    expect(components["ReachesInput"]).toMatchObject({
      properties: { differs: { $ref: "#/components/schemas/DiffersInput" } },
    });
  });

  it("cannot have the same id", () => {
    const one = z.object({ a: z.string().meta({ id: "Twice" }), b: z.int().meta({ id: "Twice" }) });
    expect(() => convertSchemas([one], [])).toThrow(/Twice/);
  });
});
