import { expect, test } from "vitest";
import {
  type ResolutionForm,
  resolutionsFor,
  toDecision,
} from "@/components/features/shadow-ai/triage/resolution-form";

const form: ResolutionForm = { resolution: "STOPPED", modelId: null, modelName: "", notes: " ", endsOn: "2026-12-31" };

test("members who cannot approve exceptions can request one", () => {
  const labels = (approve: boolean, resolve = true) => resolutionsFor({ resolve, approve }).map(({ label }) => label);
  expect(labels(true)).toContain("Approved exception");
  expect(labels(false)).toContain("Request an exception");
  expect(labels(false)).not.toContain("Approved exception");
  expect(labels(false, false)).toEqual(["Request an exception"]);
});

test("each resolution sends only its own members", () => {
  expect(toDecision(form, "mdl_1")).toEqual({ status: "RESOLVED", resolution: "STOPPED" });
  expect(toDecision({ ...form, resolution: "ONBOARDED", notes: "Moved" }, "mdl_1")).toEqual({
    status: "RESOLVED",
    resolution: "ONBOARDED",
    notes: "Moved",
    resolvedModelId: "mdl_1",
  });
  const exception = toDecision({ ...form, resolution: "APPROVED_EXCEPTION", notes: "Pilot" }, null);
  expect(exception).toEqual({
    status: "RESOLVED",
    resolution: "APPROVED_EXCEPTION",
    notes: "Pilot",
    exceptionExpiresAt: new Date(2026, 11, 31, 23, 59, 59, 999).toISOString(),
  });
  expect(toDecision({ ...form, resolution: "APPROVED_EXCEPTION", endsOn: "" }, null)).not.toHaveProperty(
    "exceptionExpiresAt",
  );
});
