import { describe, expect, test } from "vitest";
import { type EventType, eventTypes } from "@/lib/domains/audit-chain/enums";
import { type FrameworkId, frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";

/** Which types land in which section: `S` strong, `s` supporting, in the order of the nine types. */
const types = ["INF", "TST", "TCO", "DEP", "CFG", "DAT", "REV", "ALT", "SHA"] as const;
const typeOf = Object.fromEntries(types.map((short, i) => [short, eventTypes[i]])) as Record<string, EventType>;

const table: Record<FrameworkId, Record<string, string>> = {
  EU_AI_ACT_ANNEX_IV: {
    TECHNICAL_DOCUMENTATION: "TST S, TCO S, DEP S, CFG S, INF s",
    RISK_MANAGEMENT: "ALT S, SHA S, CFG s, REV s, TCO s",
    DATA_GOVERNANCE: "DAT S, TST S, TCO s, SHA s",
    HUMAN_OVERSIGHT: "REV S, INF s, ALT s, CFG s",
    POST_MARKET_MONITORING: "INF S, ALT S, DEP s, CFG s, REV s, SHA s",
  },
  FCA_SS1_23: {
    MODEL_IDENTIFICATION_CLASSIFICATION: "SHA S, DEP S, CFG s",
    GOVERNANCE: "CFG S, REV s, SHA s",
    DEVELOPMENT_IMPLEMENTATION_USE: "TST S, TCO S, DAT S, DEP S, CFG S, INF s",
    INDEPENDENT_VALIDATION: "REV S, TCO s, INF s, ALT S",
    MODEL_RISK_MITIGANTS: "CFG S, ALT S, REV s, SHA S",
  },
  ISO_42001: {
    LEADERSHIP_POLICY_ROLES: "CFG S, REV s",
    RISK_AND_IMPACT_ASSESSMENT: "ALT S, SHA S, REV S",
    RESOURCES: "DEP S, TST S, SHA S",
    AI_SYSTEM_LIFE_CYCLE: "INF S, TST S, TCO S, DEP S, CFG S, DAT S, REV S, ALT S, SHA S",
    DATA_FOR_AI_SYSTEMS: "DAT S, TST S, TCO S",
    INFORMATION_FOR_INTERESTED_PARTIES: "ALT S, DEP S",
    RESPONSIBLE_USE: "INF S, REV S, SHA S",
    THIRD_PARTY_RELATIONSHIPS: "SHA S, DEP S, CFG S",
    PERFORMANCE_EVALUATION_IMPROVEMENT: "ALT S, REV S, CFG S",
  },
};

const rows = frameworkIds.flatMap((id) =>
  Object.entries(table[id]).map(([section, landing]) => ({ id, section, landing })),
);

test.each(rows)("in $section of $id land exactly $landing", ({ id, section, landing }) => {
  const expected = landing.split(", ").map((entry) => {
    const [short = "", mark] = entry.split(" ");
    return `${typeOf[short]} ${mark === "S" ? "strong" : "supporting"}`;
  });
  const found = frameworkOf(id).sections.find((one) => one.id === section);
  expect(found?.eventTypes.map(({ type, strength }) => `${type} ${strength}`).sort()).toEqual(expected.sort());
});

describe.each(frameworkIds)("%s", (id) => {
  const framework = frameworkOf(id);

  test("has the sections of the table, each once", () => {
    expect(sectionIds(id)).toEqual(Object.keys(table[id]));
  });

  test("names strong types before supporting ones, and says what each shows", () => {
    for (const { eventTypes: landing } of framework.sections) {
      const strengths = landing.map(({ strength }) => strength);
      expect(strengths).toEqual([...strengths].sort((a, b) => (a === b ? 0 : a === "strong" ? -1 : 1)));
      for (const { shows } of landing) expect(shows).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("every requirement is reported in sections that there are, and every section has requirements", () => {
    const reported = new Set(framework.requirements.flatMap(({ sections }) => sections));
    expect([...reported].sort()).toEqual(sectionIds(id).sort());
    for (const { sections } of framework.requirements) expect(sections).not.toHaveLength(0);
  });

  test("no rule makes more of an event than the sections of its requirement do", () => {
    const beyond = framework.requirements.flatMap((requirement) =>
      requirement.rules
        .filter(({ type, strength }) => !landsIn(requirement.sections, type, strength))
        .map(({ type, strength }) => `${requirement.id} ${type} ${strength}`),
    );
    expect(beyond).toEqual([]);
  });

  test("every type that lands in a section speaks to a requirement of it", () => {
    const silent = framework.sections.flatMap((section) => {
      const speaking = framework.requirements
        .filter(({ sections }) => sections.includes(section.id))
        .flatMap(({ rules }) => rules.map(({ type }) => type));
      return section.eventTypes
        .filter(({ type }) => !speaking.includes(type))
        .map(({ type }) => `${section.id} ${type}`);
    });
    expect(silent).toEqual([]);
  });

  function landsIn(sections: readonly string[], type: EventType, strength: string): boolean {
    const landings = framework.sections.filter((one) => sections.includes(one.id)).flatMap((one) => one.eventTypes);
    return landings.some(
      (landing) => landing.type === type && (landing.strength === "strong" || strength !== "strong"),
    );
  }
});
