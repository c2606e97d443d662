import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type EventType, eventTypes } from "@/lib/domains/audit-chain/enums";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkAliases, frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";
import { jcs } from "@/lib/platform/crypto/jcs";

/** Members of payloads by type of event: what customers are asked to send. */
const payloadKeys: Record<EventType, string> = {
  INFERENCE:
    "modelVersion requestId purpose inputHash outputHash inputSchemaVersion confidence latencyMs tokensIn tokensOut costMinor currency decision automated reviewed overridden groupMetricKey explanationRef policyVersion",
  TRAINING_STARTED:
    "runId modelVersion parentVersion baseModel datasets labelling cleaning featureSpecHash codeCommit environment hyperparametersHash computeResources initiatedBy",
  TRAINING_COMPLETED:
    "runId modelVersion status metrics fairness thresholds passed testReport artefactHash durationSec energyKwh limitations",
  DEPLOYMENT:
    "modelVersion previousVersion environment artefactHash approvedBy changeTicket intendedPurpose tier instructionsForUseVersion rollbackOf conformityDeclarationRef endpoint provider",
  CONFIG_CHANGE: "field before after reason changedBy approvedBy kind preDetermined expiresAt",
  DATA_ACCESS:
    "datasetId version classification containsPersonalData specialCategory purpose lawfulBasis accessedBy operation rows destination retentionUntil",
  HUMAN_REVIEW:
    "reviewId subjectRef kind reviewerRole reviewerPseudonym independentOfDevelopment outcome reason durationSec evidenceRef nextReviewDue",
  ALERT:
    "alertId category severity metric value threshold window seriousIncident detectedAt acknowledgedAt resolvedAt rootCause correctiveAction authorityNotifiedAt",
  SHADOW_AI_DETECTED:
    "detectionId provider endpointHost category severity riskFactors callVolume uploadBytes estimatedCost currency costBasis userAgents sourceIpRanges departmentHint firstSeen lastSeen detector catalogueVersion status resolution linkedModelId exceptionExpiresAt decidedBy reason",
};

const camelCase = /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)?$/;

const sizesOf = (requirements: Framework["requirements"]) => {
  const sizes = new Map<string, number>();
  for (const { group } of requirements) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return [...sizes].map(([group, size]) => `${group.split(" ")[0]}: ${size}`).join(", ");
};

test.each([
  ["EU_AI_ACT_ANNEX_IV", 9, "Annex: 9"],
  ["FCA_SS1_23", 23, "1: 3, 2: 6, 3: 6, 4: 5, 5: 3"],
  ["ISO_42001", 38, "A.2: 3, A.3: 2, A.4: 5, A.5: 4, A.6: 9, A.7: 5, A.8: 4, A.9: 3, A.10: 3"],
] as const)("%s counts %i requirements in its groups", (id, total, sizes) => {
  const counted = frameworkOf(id).requirements.filter((requirement) => requirement.counted);
  expect(counted).toHaveLength(total);
  expect(sizesOf(counted)).toBe(sizes);
});

test("every type of event is recorded as A.6.2.8 asks: the chain itself is the log", () => {
  const log = frameworkOf("ISO_42001").requirements.find(({ id }) => id === "A.6.2.8");
  expect(log?.rules).toEqual(eventTypes.map((type) => ({ type, strength: "strong", keys: [] })));
  expect(log?.document).toBeUndefined();
});

describe.each(frameworkIds)("%s", (id) => {
  const framework = frameworkOf(id);
  const { requirements } = framework;

  test("ids are unique", () => {
    const ids = requirements.map((requirement) => requirement.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("requirements without rules name the document to supply", () => {
    for (const { rules, document } of requirements) if (rules.length === 0) expect(document).toBeDefined();
  });

  test("keys are documented members of the payload, in camelCase", () => {
    for (const { id: requirement, rules } of requirements) {
      for (const { type, keys, saying = [] } of rules) {
        for (const key of [...keys, ...saying.map((one) => one.key)]) {
          expect(key, requirement).toMatch(camelCase);
          expect(payloadKeys[type].split(" "), requirement).toContain(key.split(".")[0]);
        }
      }
    }
  });

  test("words that a rule looks for can be said", () => {
    for (const { words } of requirements.flatMap(({ rules }) => rules).flatMap(({ saying = [] }) => saying)) {
      expect(words).not.toHaveLength(0);
      for (const word of words) expect(word).toMatch(/^\*?[A-Za-z_]+\*?$/);
    }
  });

  test("further names mean a documented member, one each, and are in camelCase", () => {
    for (const type of eventTypes) {
      const further = Object.entries(framework.keyNames[type]);
      const all = further.flatMap(([, names]) => names);
      expect(new Set(all).size, type).toBe(all.length);
      for (const [key, names] of further) {
        expect(payloadKeys[type].split(" ")).toContain(key);
        for (const name of names) {
          expect(name).toMatch(camelCase);
          expect(payloadKeys[type].split(" "), `${type}.${name}`).not.toContain(name);
        }
      }
    }
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

  test("no text claims what a package cannot, prints a date of application or a period, or takes SS1/23 for the FCA's", () => {
    const said = textsOf(framework).join("\n");
    expect(said).not.toMatch(/\b(?:compliant|compliance certificate|certif\w+|conforms)\b/i);
    expect(said).not.toMatch(/\b(?:2027|2028|17 May 2024|2026\/1744)\b/);
    expect(said).not.toMatch(/\b\d+ (?:days|months|years)\b/);
    expect(said).not.toMatch(/\bFCA\b/);
  });
});

describe("versions", () => {
  /**
   * Packages depend on these. A released mapping is never edited: keep it, put its successor before it in the
   * registry, and add the successor here.
   */
  const released = [
    ["EU_AI_ACT_ANNEX_IV", "2026-11-20", "d3c21e975a9cd86d"],
    ["FCA_SS1_23", "2026-11-20", "f9caf498e66e9789"],
    ["ISO_42001", "2026-11-20", "45e7b2e552aa3465"],
  ] as const;

  test.each(released)("%s in mapping %s is what it was", (id, version, digest) => {
    const text = jcs(frameworkOf(id, version));
    expect(createHash("sha256").update(text).digest("hex").slice(0, 16)).toBe(digest);
  });

  test("the newest mapping is used where none is named", () => {
    for (const [id, version] of released) expect(frameworkOf(id).mappingVersion).toBe(version);
  });

  test("a mapping that this release does not have is refused by name", () => {
    expect(() => frameworkOf("ISO_42001", "2031-01-01")).toThrow(
      new RangeError("There is no mapping 2031-01-01 of ISO/IEC 42001 in this release."),
    );
  });

  test("SS1/23 is shown as the PRA's, and found by that name", () => {
    expect(frameworkAliases).toEqual({ PRA_SS1_23: "FCA_SS1_23" });
    expect(frameworkOf("FCA_SS1_23").name).toBe("PRA SS1/23: Model risk management principles for banks");
  });
});

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("FCA_SS1_23") ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
