import { expect, test } from "vitest";
import { coverageDetails } from "@/lib/domains/evidence/schemas-coverage";

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
