import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverRequirement, type Tally, totalCoverage } from "@/lib/domains/evidence/collect/coverage";
import { anyGiven, collector, events } from "@/lib/domains/evidence/collect/testing/events";
import { type CoverageStatus, coverageStatuses, frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import type { Requirement } from "@/lib/domains/evidence/frameworks/types";

const requirement: Requirement = {
  id: "3.3",
  group: "3 Development",
  title: "Testing",
  text: "Models are tested.",
  sections: ["DEVELOPMENT"],
  rules: [
    { type: "TRAINING_COMPLETED", strength: "strong", keys: ["metrics", "testReport"] },
    { type: "HUMAN_REVIEW", strength: "supporting", keys: [], saying: [{ key: "kind", words: ["VALIDATION"] }] },
  ],
  counted: true,
};
const document = "The test plan is to be supplied by the firm.";

function cover(
  given: Partial<Requirement>,
  [training, strong, reviews]: readonly [training: number, strong: number, reviews: number] = [0, 0, 0],
  { sections = ["DEVELOPMENT"], eventsOfEachType = 0 } = {},
) {
  const tally: Tally = {
    events: training + reviews,
    strong,
    byType: { TRAINING_COMPLETED: training, HUMAN_REVIEW: reviews },
    first: null,
    last: null,
  };
  return coverRequirement({ ...requirement, ...given }, tally, {
    sections: new Set(sections),
    eventsOf: () => eventsOfEachType,
  });
}

describe("a requirement", () => {
  test.each<[string, Parameters<typeof cover>, CoverageStatus, string]>([
    [
      "is out of scope when its section was not requested",
      [{}, [3, 3, 0], { sections: ["OTHER"] }],
      "OUT_OF_SCOPE",
      "The section in which it is reported (DEVELOPMENT) was not asked for.",
    ],
    [
      "is out of scope when none of its sections was requested",
      [{ sections: ["A", "B"] }, [3, 3, 0]],
      "OUT_OF_SCOPE",
      "None of the sections in which it is reported (A, B) was asked for.",
    ],
    [
      "is in scope when one of its sections was requested",
      [{ sections: ["A", "DEVELOPMENT"] }, [3, 3, 0]],
      "EVIDENCED",
      "3 events of 1 type, all of them strong evidence.",
    ],
    ["without rules needs a document", [{ rules: [], document }], "NOT_EVIDENCED_BY_EVENTS", document],
    [
      "has no events when none of its types occurred",
      [{}],
      "NO_EVENTS_IN_PERIOD",
      "The period has no event of the types TRAINING_COMPLETED or HUMAN_REVIEW.",
    ],
    [
      "has no events when those that occurred say nothing to the point",
      [{}, [0, 0, 0], { eventsOfEachType: 1_250 }],
      "NO_EVENTS_IN_PERIOD",
      "The period has 2,500 events of the types TRAINING_COMPLETED and HUMAN_REVIEW, but none that says what would show this: TRAINING_COMPLETED with metrics or testReport; HUMAN_REVIEW with kind VALIDATION.",
    ],
    ["is evidenced by one strong event", [{}, [1, 1, 0]], "EVIDENCED", "1 event, strong evidence."],
    [
      "is evidenced by strong events among others",
      [{}, [7_000, 5_000, 5_345]],
      "EVIDENCED",
      "12,345 events of 2 types, 5,000 of them strong evidence.",
    ],
    [
      "is shown in part by supporting events",
      [{}, [0, 0, 12]],
      "PARTIAL",
      "12 events of 1 type, none of them strong evidence. Strong evidence would be TRAINING_COMPLETED with metrics or testReport.",
    ],
    [
      "is shown in part by strong events where a document belongs to it",
      [{ document }, [2, 2, 1]],
      "PARTIAL",
      `3 events of 2 types, 2 of them strong evidence. ${document}`,
    ],
    [
      "is shown in part, with all that is missing",
      [{ document }, [0, 0, 1]],
      "PARTIAL",
      `1 event, supporting evidence. Strong evidence would be TRAINING_COMPLETED with metrics or testReport. ${document}`,
    ],
    [
      "is shown in part where no event can be strong",
      [{ rules: requirement.rules.slice(1) }, [0, 0, 2]],
      "PARTIAL",
      "2 events of 1 type, none of them strong evidence. Events can only support this; none can be strong evidence of it.",
    ],
  ])("%s", (_what, given, status, reason) => {
    expect(cover(...given)).toMatchObject({ status, reason });
  });

  test("says what words and members an event needs together, of many the first few", () => {
    const rules: Requirement["rules"] = [
      {
        type: "CONFIG_CHANGE",
        strength: "strong",
        keys: ["a", "b", "c", "d", "e"],
        saying: [{ key: "field", words: ["*tier", "materiality"] }],
      },
    ];
    expect(cover({ rules }, [0, 0, 0], { eventsOfEachType: 1 }).reason).toBe(
      "The period has 1 event of the type CONFIG_CHANGE, but none that says what would show this: CONFIG_CHANGE with field tier, and a, b, c, d or the like.",
    );
  });
});

describe("the total", () => {
  test("counts what is counted, and names every status", () => {
    const covered = [cover({}, [1, 1, 0]), cover({}), cover({ counted: false }, [1, 1, 0])];
    expect(totalCoverage(covered)).toEqual({
      total: 2,
      byStatus: { EVIDENCED: 1, PARTIAL: 0, NO_EVENTS_IN_PERIOD: 1, NOT_EVIDENCED_BY_EVENTS: 0, OUT_OF_SCOPE: 0 },
    });
  });
});

test.each(frameworkIds)("another event never lowers a status of %s", (id) => {
  const framework = frameworkOf(id);
  const rank = (status: CoverageStatus) => [...coverageStatuses].reverse().indexOf(status);
  fc.assert(
    fc.property(fc.array(anyGiven, { maxLength: 25 }), (given) => {
      const made = collector({ framework });
      let before = made.finish().framework.requirements;
      for (const event of events(given)) {
        made.add(event);
        const after = made.finish().framework.requirements;
        after.forEach(({ status }, i) => {
          expect(rank(status)).toBeGreaterThanOrEqual(rank(before[i]?.status ?? status));
        });
        before = after;
      }
    }),
    { numRuns: 40 },
  );
});
