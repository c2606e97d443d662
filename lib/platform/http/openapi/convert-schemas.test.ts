import { describe, expect, it } from "vitest";
import { z } from "zod";
import { convertSchemas } from "@/lib/platform/http/openapi/convert-schemas";

describe("components", () => {
  it("include the schemas with an ID at any level", () => {
    const Part = z.object({ a: z.string() }).meta({ id: "Part" });
    const schema = z.object({ parts: z.array(Part) });
    const { output: schemas, components } = convertSchemas([], [schema]);
    expect(schemas.get(schema)).toMatchObject({
      properties: { parts: { items: { $ref: "#/components/schemas/Part" } } },
    });
    expect(components).toEqual({ Part: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } });
  });

  it("are shared by requests and responses if they are equal there, and separate otherwise", () => {
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

  it("must have different IDs", () => {
    const one = z.object({ a: z.string().meta({ id: "Twice" }), b: z.int().meta({ id: "Twice" }) });
    expect(() => convertSchemas([one], [])).toThrow(/Twice/);
  });
});
