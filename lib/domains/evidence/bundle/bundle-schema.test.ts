import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type SampleOptions, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { EvidenceBundle } from "@/lib/domains/evidence/schemas-bundle";

const { $schema, ...shape } = z.toJSONSchema(EvidenceBundle, { target: "draft-2020-12" });

const published = {
  $schema,
  $id: "urn:governance-audit-service:evidence/1",
  title: "Evidence package, schema evidence/1",
  description:
    "A sealed evidence bundle in canonical JSON (RFC 8785). evidence-format.md describes its fields and how to verify them.",
  ...shape,
};

/** `npx vitest run lib/domains/evidence/bundle -u` rewrites the document. */
test("the published JSON Schema matches the schema in the code", async () => {
  const path = join(import.meta.dirname, "../../../../docs/evidence-bundle.schema.json");
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot(path);
});

describe("the published JSON Schema", () => {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(published);

  test.each<[string, SampleOptions]>([
    ["a complete bundle", {}],
    ["a bundle with withheld reviews", { includeHumanOversight: false }],
    ["a bundle without proofs", { includeChainProof: false }],
    ["a bundle without events", { modelId: "mdl_none" }],
    ["a bundle with altered rows", { damage: (rows) => Object.assign(rows[24] ?? {}, { content: "" }) }],
  ])("accepts %s", async (_what, options) => {
    const { bundle } = await sampleBundle(options);
    validate(bundle);
    expect(validate.errors).toBeNull();
  });

  test.each<[string, (bundle: EvidenceBundle) => unknown]>([
    ["an additional member", (bundle) => Object.assign(bundle.evidence, { more: 1 })],
    ["no seal", (bundle) => Object.assign(bundle, { seal: undefined })],
    ["another schema version", (bundle) => Object.assign(bundle.evidence, { schema: "evidence/2" })],
    ["an invalid hash", (bundle) => Object.assign(bundle, { headHash: "sha256:0" })],
    ["an invalid time", (bundle) => Object.assign(bundle.evidence.package, { generatedAt: "yesterday" })],
    ["an invalid position", (bundle) => Object.assign(bundle.evidence.events[0] ?? {}, { chainPosition: 0 })],
  ])("rejects a bundle with %s", async (_what, change) => {
    const { bundle } = await sampleBundle();
    change(bundle);
    expect(validate(JSON.parse(JSON.stringify(bundle)))).toBe(false);
  });
});
