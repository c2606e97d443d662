import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { sectionIds } from "@/lib/domains/evidence/frameworks";
import {
  EvidencePackage,
  GeneratedPackage,
  GenerateEvidence,
  ListEvidence,
  PackageVerification,
  PublicPackageVerification,
  VerifyPackage,
} from "@/lib/domains/evidence/schemas";
import {
  exampleGenerated,
  examplePackage,
  examplePublicVerification,
  exampleVerification,
} from "@/lib/domains/evidence/schemas-examples";
import { ServiceError } from "@/lib/platform/core/errors";
import { validate } from "@/lib/platform/http/validate";

/** `path: message` of every problem. */
function problems(schema: z.ZodType, value: unknown): string[] {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
}

const least = {
  modelId: "mdl_1",
  framework: "ISO_42001",
  dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-03-31T23:59:59.9999+02:00" },
};

describe("GenerateEvidence", () => {
  test("accepts the required members and sets defaults", () => {
    expect(validate(GenerateEvidence, least)).toEqual({
      ...least,
      dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-03-31T21:59:59.999Z" },
      format: "PDF",
      includeChainProof: true,
      includeHumanOversight: true,
    });
  });

  test("accepts all members and trims text", () => {
    const given = {
      ...least,
      dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" },
      format: "JSON",
      includeChainProof: false,
      includeHumanOversight: false,
      sections: sectionIds("ISO_42001").reverse(),
      recipientName: "  Frau Dr. Grünwald ",
      notes: " For the committee.\nOnly. ",
    };
    const trimmed = { recipientName: "Frau Dr. Grünwald", notes: "For the committee.\nOnly." };
    expect(validate(GenerateEvidence, given)).toEqual({ ...given, ...trimmed });
  });

  test("accepts both names of the PRA statement", () => {
    for (const framework of ["FCA_SS1_23", "PRA_SS1_23"]) {
      const given = { ...least, framework, sections: sectionIds("FCA_SS1_23") };
      expect(validate(GenerateEvidence, given).framework).toBe("FCA_SS1_23");
    }
  });

  test.each(frameworkIds)("accepts each section of %s, and lists all sections if one is invalid", (framework) => {
    for (const section of sectionIds(framework)) {
      expect(problems(GenerateEvidence, { ...least, framework, sections: [section] })).toEqual([]);
    }
    expect(problems(GenerateEvidence, { ...least, framework, sections: ["NOT_A_SECTION"] })).toEqual([
      `sections[0]: is not a section of ${framework}. Sections: ${sectionIds(framework).join(", ")}`,
    ]);
  });

  test.each([
    [{ from: "2016-02-29T12:00:00Z", to: "2026-02-28T12:00:00Z" }, 0],
    [{ from: "2016-02-28T12:00:00Z", to: "2026-02-28T12:00:00Z" }, 0],
    [{ from: "2016-02-28T11:59:59.999Z", to: "2026-02-28T12:00:00Z" }, 1],
    [{ from: "2018-03-01T00:00:00Z", to: "2028-02-29T00:00:00Z" }, 0],
    [{ from: "2026-01-01T00:00:00.001Z", to: "2026-01-01T00:00:00Z" }, 1],
    [{ from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" }, 1],
    [{ from: "0001-01-01T00:00:00Z", to: "0002-01-01T00:00:00Z" }, 0],
  ])("for the period %j reports %i problems", (dateRange, count) => {
    const found = problems(GenerateEvidence, { ...least, dateRange });
    expect(found).toHaveLength(count);
    expect(found.every((problem) => problem.startsWith("dateRange.from: must"))).toBe(true);
  });

  const refused: [string, object, string[]][] = [
    ["an unknown member", { model: "x" }, ["model"]],
    ["no model", { modelId: undefined }, ["modelId"]],
    ["an empty model ID", { modelId: "" }, ["modelId"]],
    ["a model ID that is a number", { modelId: 5 }, ["modelId"]],
    ["a model ID of 129 characters", { modelId: "m".repeat(129) }, ["modelId"]],
    ["no framework", { framework: undefined }, ["framework"]],
    ["an unknown framework", { framework: "SOC2" }, ["framework"]],
    ["a framework in another case", { framework: "iso_42001" }, ["framework"]],
    ["no period", { dateRange: undefined }, ["dateRange"]],
    ["a period without an end", { dateRange: { from: "2026-01-01T00:00:00Z" } }, ["dateRange.to"]],
    [
      "days instead of times",
      { dateRange: { from: "2026-01-01", to: "2026-01-02" } },
      ["dateRange.from", "dateRange.to"],
    ],
    ["an unknown member of the period", { dateRange: { ...least.dateRange, until: 1 } }, ["dateRange.until"]],
    ["an unknown format", { format: "XML" }, ["format"]],
    ["null as the format", { format: null }, ["format"]],
    ["a text instead of a boolean", { includeChainProof: "true" }, ["includeChainProof"]],
    ["a number instead of a boolean", { includeHumanOversight: 0 }, ["includeHumanOversight"]],
    ["no sections", { sections: [] }, ["sections"]],
    ["sections that are not a list", { sections: "RESOURCES" }, ["sections"]],
    ["a duplicate section", { sections: ["RESOURCES", "RESOURCES"] }, ["sections[1]"]],
    ["sections of another framework", { sections: ["HUMAN_OVERSIGHT", "RESOURCES", 5] }, ["sections[2]"]],
    ["90,000 sections", { sections: Array.from({ length: 90_000 }, () => "all") }, ["sections"]],
    ["an empty recipient", { recipientName: " " }, ["recipientName"]],
    ["a recipient of 201 characters", { recipientName: "r".repeat(201) }, ["recipientName"]],
    ["a recipient of two lines", { recipientName: "a\nb" }, ["recipientName"]],
    ["notes of 10,001 characters", { notes: "n".repeat(10_001) }, ["notes"]],
  ];
  test.each(refused)("rejects %s and reports its path", (_, given, paths) => {
    const found = problems(GenerateEvidence, { ...least, ...given });
    expect(found.map((problem) => problem.slice(0, problem.indexOf(":")))).toEqual(paths);
  });

  test("reports all problems at once", () => {
    const given = {
      framework: "PRA_SS1_23",
      dateRange: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" },
      sections: ["GOVERNANCE", "RESOURCES", "GOVERNANCE"],
      format: "CSV",
    };
    expect(problems(GenerateEvidence, given).map((problem) => problem.split(":")[0])).toEqual([
      "modelId",
      "dateRange.from",
      "format",
      "sections[1]",
      "sections[2]",
    ]);
  });
});

describe("ListEvidence", () => {
  test("accepts each filter, and both names of a framework", () => {
    const given = { modelId: "mdl_1", status: "READY", framework: "PRA_SS1_23", limit: "5" };
    expect(validate(ListEvidence, given)).toEqual({ ...given, framework: "FCA_SS1_23", limit: 5 });
    expect(validate(ListEvidence, {})).toEqual({ limit: 25 });
  });

  test.each([
    [{ status: "ready" }, "status"],
    [{ framework: "SOC2" }, "framework"],
    [{ limit: "0" }, "limit"],
    [{ limit: "101" }, "limit"],
    [{ format: "PDF" }, "format"],
  ])("rejects %j", (given, path) => {
    expect(problems(ListEvidence, given).map((problem) => problem.split(":")[0])).toEqual([path]);
  });
});

test("a hash to verify is converted to lower case and must be a SHA-256 hash with its prefix", () => {
  const hash = `sha256:${"aB".repeat(32)}`;
  expect(validate(VerifyPackage, { packageHash: hash })).toEqual({ packageHash: hash.toLowerCase() });
  for (const packageHash of ["ab".repeat(32), `sha256:${"ab".repeat(31)}`, `sha512:${"ab".repeat(32)}`, null]) {
    expect(problems(VerifyPackage, { packageHash })).toHaveLength(1);
  }
});

test.each([
  [EvidencePackage, examplePackage],
  [GeneratedPackage, exampleGenerated],
  [PackageVerification, exampleVerification],
  [PublicPackageVerification, examplePublicVerification],
])("an example has exactly the members of its schema", (schema, example) => {
  expect(schema.parse(example)).toEqual(example);
  expect(Object.keys(example).sort()).toEqual(Object.keys(schema.shape).sort());
});

test("the public verification reveals neither the organisation nor the model", () => {
  expect(Object.keys(PublicPackageVerification.shape)).toEqual([
    "packageId",
    "reportId",
    "authentic",
    "status",
    "fileChecked",
    "framework",
    "format",
    "generatedAt",
    "signedBy",
    "keyId",
    "verifiedAt",
    "packageSignature",
    "message",
  ]);
});
