import { expect, test } from "vitest";
import { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { exampleDetail, exampleResolved } from "@/lib/domains/shadow-ai/schemas-examples";
import { UpdateDetection } from "@/lib/domains/shadow-ai/schemas-triage";

test("the documented example is a valid response with every field", () => {
  expect(ShadowAiDetectionDetail.parse(exampleDetail)).toEqual(exampleDetail);
  expect(Object.keys(ShadowAiDetectionDetail.shape).sort()).toEqual(Object.keys(exampleDetail).sort());
});

test("changes are trimmed and normalised, and null removes a value", () => {
  const given = { notes: "  Asked.\n", assignedTo: null };
  expect(UpdateDetection.parse(given)).toEqual({ notes: "Asked.", assignedTo: null });
  const { status } = exampleResolved;
  const until = { resolution: "APPROVED_EXCEPTION", exceptionExpiresAt: "2027-01-01T01:00:00+01:00" };
  expect(UpdateDetection.parse({ status, ...until })).toMatchObject({ exceptionExpiresAt: "2027-01-01T00:00:00.000Z" });
});
