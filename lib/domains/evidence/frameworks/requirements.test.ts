import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type EventType, eventTypes } from "@/lib/domains/audit-chain/enums";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkAliases, frameworkOf } from "@/lib/domains/evidence/frameworks";
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

describe("what is counted", () => {
  const countedOf = (framework: Framework) => framework.requirements.filter(({ counted }) => counted);
  const sizesOf = (requirements: Framework["requirements"]) => {
    const sizes = new Map<string, number>();
    for (const { group } of requirements) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    return [...sizes].map(([group, size]) => `${group}: ${size}`);
  };

  test("nine points of Annex IV", () => {
    const framework = frameworkOf("EU_AI_ACT_ANNEX_IV");
    expect(framework.requirements.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(countedOf(framework)).toHaveLength(9);
  });

  test("23 sub-principles of SS1/23 under its five principles", () => {
    const { requirements } = frameworkOf("FCA_SS1_23");
    expect(requirements.every(({ counted }) => counted)).toBe(true);
    expect(requirements).toHaveLength(23);
    expect(sizesOf(requirements)).toEqual([
      "1 Model identification and model risk classification: 3",
      "2 Governance: 6",
      "3 Model development, implementation, and use: 6",
      "4 Independent model validation: 5",
      "5 Model risk mitigants: 3",
    ]);
    for (const { id, group } of requirements) expect(id.split(".")[0]).toBe(group.split(" ")[0]);
  });

  test("38 controls of ISO/IEC 42001, Annex A", () => {
    const framework = frameworkOf("ISO_42001");
    expect(countedOf(framework)).toHaveLength(38);
    expect(sizesOf(countedOf(framework))).toEqual([
      "A.2 Policies related to AI: 3",
      "A.3 Internal organization: 2",
      "A.4 Resources for AI systems: 5",
      "A.5 Assessing impacts of AI systems: 4",
      "A.6 AI system life cycle: 9",
      "A.7 Data for AI systems: 5",
      "A.8 Information for interested parties: 4",
      "A.9 Use of AI systems: 3",
      "A.10 Third-party and customer relationships: 3",
    ]);
    for (const { id, group } of countedOf(framework)) expect(id.startsWith(`${group.split(" ")[0]}.`)).toBe(true);
  });

  test("the clauses of ISO/IEC 42001 stand beside its controls, uncounted", () => {
    const clauses = frameworkOf("ISO_42001").requirements.filter(({ counted }) => !counted);
    expect(clauses.map(({ id }) => id).join(" ")).toBe(
      "4.1 4.2 4.3 4.4 5.1 5.2 5.3 6.1.1 6.1.2 6.1.3 6.1.4 6.2 6.3 7.1 7.2 7.3 7.4 7.5 8.1 8.2 8.3 8.4 9.1 9.2 9.3 10.1 10.2",
    );
  });

  test("every type of event is recorded as A.6.2.8 asks: the chain itself is the log", () => {
    const log = frameworkOf("ISO_42001").requirements.find(({ id }) => id === "A.6.2.8");
    expect(log?.rules).toEqual(eventTypes.map((type) => ({ type, strength: "strong", keys: [] })));
    expect(log?.document).toBeUndefined();
  });

  test("no event is evidence of points 7 and 8 of Annex IV, nor all there is to see of 1, 2 and 4", () => {
    const of = new Map(frameworkOf("EU_AI_ACT_ANNEX_IV").requirements.map((one) => [one.id, one]));
    for (const id of ["7", "8"]) expect(of.get(id)?.rules).toEqual([]);
    expect(of.get("1")?.document).toMatch(/1\(f\).*1\(g\).*1\(h\)/);
    expect(of.get("2")?.document).toMatch(/2\(b\)/);
    expect(of.get("4")?.document).toMatch(/reasons/);
  });
});

describe.each(frameworkIds)("%s", (id) => {
  const framework = frameworkOf(id);
  const { requirements } = framework;

  test("ids are unique", () => {
    const ids = requirements.map((requirement) => requirement.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("what has no rules says what has to be supplied", () => {
    for (const { rules, document } of requirements) if (rules.length === 0) expect(document).toBeDefined();
  });

  test("requirements are told in one to three sentences, what is missing in one or two", () => {
    for (const { text, document } of requirements) {
      expect(text).toMatch(/^[A-Z]/);
      expect(sentencesOf(text)).toBeGreaterThanOrEqual(1);
      expect(sentencesOf(text)).toBeLessThanOrEqual(3);
      expect(text.length).toBeLessThan(400);
      if (document === undefined) continue;
      expect(document).toMatch(
        /^[A-Z].*to be (?:supplied|shown) by the (?:provider|firm|organisation|model's owner)\.$/,
      );
    }
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
   * What packages rest on. A mapping that was released is never edited: keep it, put its successor before it in the
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

function sentencesOf(text: string): number {
  return text.split(/(?<=[.!?])\s+(?=[A-Z])/).filter((sentence) => /[.!?]$/.test(sentence)).length;
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("FCA_SS1_23") ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
