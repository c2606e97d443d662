import { expect, test } from "vitest";
import { problemOf, type RequestForm, recentPeriod, toRequest } from "@/components/features/evidence/request-form";
import { GenerateEvidence } from "@/lib/domains/evidence/schemas";

const form: RequestForm = {
  modelId: "mdl_1",
  framework: "ISO_42001",
  ...recentPeriod(Date.parse("2026-11-20T10:00:00.000Z")),
  sections: null,
  format: "PDF",
  includeChainProof: true,
  includeHumanOversight: false,
  recipientName: " ",
  notes: "",
};

test("a request covers whole days and is valid for the API", () => {
  expect(toRequest(form)).toEqual({
    modelId: "mdl_1",
    framework: "ISO_42001",
    format: "PDF",
    includeChainProof: true,
    includeHumanOversight: false,
    dateRange: { from: "2026-08-23T00:00:00.000Z", to: "2026-11-20T23:59:59.999Z" },
  });
  expect(GenerateEvidence.safeParse(toRequest(form)).success).toBe(true);
});

test.each([
  [0, { modelId: null }, "Select a model."],
  [0, {}, undefined],
  [1, { from: "" }, "Enter the first and last day of the period."],
  [1, { from: "2026-12-01" }, "The first day must not be after the last day."],
  [1, { from: "2016-11-20" }, "The period must not exceed 10 years."],
  [1, { from: "2016-11-21" }, undefined],
  [1, { sections: [] }, "Select at least one section."],
  [1, { sections: null }, undefined],
])("step %i with %j: %s", (step, change, problem) => {
  expect(problemOf(step, { ...form, ...change })).toBe(problem);
  if (step === 1 && problem === undefined)
    expect(GenerateEvidence.safeParse(toRequest({ ...form, ...change })).success).toBe(true);
});
