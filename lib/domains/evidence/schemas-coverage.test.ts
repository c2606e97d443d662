import { expect, test } from "vitest";
import { coverageDetails, packageDocumentCounts } from "@/lib/domains/evidence/schemas-coverage";

test.each([
  [
    { PARTIAL: 7, NOT_EVIDENCED_BY_EVENTS: 1, SUPPLIED: 1 },
    "7 partial, 1 to supply as a document, 1 supplied as a document",
  ],
  [{ NOT_EVIDENCED_BY_EVENTS: 2, NO_EVENTS_IN_PERIOD: 3 }, "2 to supply as documents, 3 without events"],
  [{ EVIDENCED: 0, SUPPLIED: 4 }, "4 supplied as documents"],
])("%j is summarised as the statuses that occur: %j", (byStatus, text) => {
  expect(coverageDetails({ byStatus })).toBe(text);
});

test("the documents of the requested controls of a package are counted", () => {
  const control = {
    requirement: "1",
    title: "Control",
    counted: true,
    status: "PARTIAL",
    documentNeeded: true,
  } as const;
  const part = (requirement: string, more: object) => ({ ...control, requirement, counted: false, ...more }) as const;
  expect(packageDocumentCounts([control, { ...control, requirement: "2", documentSupplied: true }])).toEqual({
    supplied: 1,
    needed: 2,
  });
  // The documents of a point with sub-points are those of its sub-points.
  const supplied = [control, part("1(a)", { documentSupplied: true }), part("1(b)", { documentNeeded: false })];
  expect(packageDocumentCounts(supplied)).toEqual({ supplied: 1, needed: 1 });
  const open = [{ ...control, documentSupplied: true }, part("1(a)", {})];
  expect(packageDocumentCounts(open)).toEqual({ supplied: 0, needed: 1 });
  expect(packageDocumentCounts([{ ...control, status: "OUT_OF_SCOPE" }])).toEqual({ supplied: 0, needed: 0 });
  const { documentNeeded: _, ...earlier } = control;
  expect(packageDocumentCounts([earlier])).toEqual({ supplied: 0, needed: 0 });
});
