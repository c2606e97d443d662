import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type EventType, eventTypes } from "@/lib/domains/audit-chain/enums";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkAliases, frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { evidenceKinds } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import type { Framework } from "@/lib/domains/evidence/frameworks/types";
import { jcs } from "@/lib/platform/crypto/jcs";

/** The documented payload members by event type. */
const payloadKeys: Record<EventType, string> = {
  INFERENCE:
    "modelVersion requestId purpose inputHash outputHash inputSchemaVersion confidence latencyMs tokensIn tokensOut costMinor currency decision automated reviewed overridden groupMetricKey explanationRef policyVersion",
  TRAINING_STARTED:
    "runId modelVersion parentVersion baseModel datasets lawfulBasis containsPersonalData labelling cleaning featureSpecHash codeCommit environment hyperparametersHash computeResources initiatedBy",
  TRAINING_COMPLETED:
    "runId modelVersion status metrics fairness thresholds passed testReport artefactHash durationSec energyKwh limitations",
  DEPLOYMENT:
    "modelVersion previousVersion environment artefactHash approvedBy approved changeTicket intendedPurpose tier instructionsForUseVersion rollbackOf conformityDeclarationRef endpoint provider",
  CONFIG_CHANGE: "field before after reason changedBy approvedBy kind effect preDetermined expiresAt",
  DATA_ACCESS:
    "datasetId version classification containsPersonalData specialCategory purpose lawfulBasis accessedBy operation rows destination retentionUntil",
  HUMAN_REVIEW:
    "reviewId subjectRef kind reviewerRole reviewerPseudonym independentOfDevelopment outcome reason durationSec evidenceRef nextReviewDue",
  ALERT:
    "alertId category severity metric value threshold window seriousIncident detectedAt acknowledgedAt resolvedAt rootCause correctiveAction authorityNotifiedAt communicatedAt",
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
] as const)("%s has %i counted requirements in its groups", (id, total, sizes) => {
  const counted = frameworkOf(id).requirements.filter((requirement) => requirement.counted);
  expect(counted).toHaveLength(total);
  expect(sizesOf(counted)).toBe(sizes);
});

test("every event type supports A.6.2.8, and only inferences are strong evidence", () => {
  const log = frameworkOf("ISO_42001").requirements.find(({ id }) => id === "A.6.2.8");
  expect(log?.rules).toHaveLength(eventTypes.length);
  for (const { kind, weight } of log?.rules ?? [])
    expect(weight).toBe(kind === "any.INFERENCE" ? "strong" : "supporting");
  expect(log?.document).toBeUndefined();
});

test("Annex IV has every sub-point in addition to the nine points", () => {
  const beside = frameworkOf("EU_AI_ACT_ANNEX_IV").requirements.filter(({ counted }) => !counted);
  expect(beside.map(({ id }) => id)).toEqual(
    ["1", "2"].flatMap((point) => [..."abcdefgh"].map((sub) => `${point}(${sub})`)),
  );
  for (const { document } of beside) expect(document).toMatch(/^The provider needs to supply /);
});

describe("kinds of evidence", () => {
  test("have unique IDs and labels, and refer only to earlier kinds of their event type", () => {
    expect(new Set(evidenceKinds.map(({ id }) => id)).size).toBe(evidenceKinds.length);
    expect(new Set(evidenceKinds.map(({ label }) => label)).size).toBe(evidenceKinds.length);
    evidenceKinds.forEach(({ id, type, unless }, index) => {
      const earlier = evidenceKinds.slice(0, index).filter((kind) => kind.type === type);
      for (const other of unless)
        expect(
          earlier.map((kind) => kind.id),
          id,
        ).toContain(other);
    });
  });

  test("refer to documented members in camelCase, and to valid words", () => {
    for (const { id, type, conditions } of evidenceKinds) {
      for (const { keys, words = [], test } of conditions) {
        for (const key of keys) {
          expect(key, id).toMatch(camelCase);
          expect(payloadKeys[type].split(" "), id).toContain(key.split(".")[0]);
        }
        if (test === "says") expect(words, id).not.toHaveLength(0);
        for (const word of words) expect(word, id).toMatch(/^\*?[A-Za-z_]+\*?$/);
      }
    }
  });

  test("are all used, and every used kind exists", () => {
    const used = new Set(
      frameworkIds.flatMap((id) => frameworkOf(id).requirements.flatMap(({ rules }) => rules.map(({ kind }) => kind))),
    );
    expect(evidenceKinds.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
    expect([...used].filter((id) => !evidenceKinds.some((kind) => kind.id === id))).toEqual([]);
  });
});

describe.each(frameworkIds)("%s", (id) => {
  const framework = frameworkOf(id);
  const { requirements } = framework;

  test("has unique requirement IDs", () => {
    const ids = requirements.map((requirement) => requirement.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("a requirement without rules names the document to supply", () => {
    for (const { rules, document } of requirements) if (rules.length === 0) expect(document).toBeDefined();
  });

  test("states the basis of every requirement and gives each kind one weight per requirement", () => {
    for (const { id: requirement, basis, rules } of requirements) {
      expect(basis, requirement).toMatch(/^[A-Z].*\.$/);
      expect(new Set(rules.map(({ kind }) => kind)).size, requirement).toBe(rules.length);
    }
  });

  test("maps each alias, in camelCase, to one documented member", () => {
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

  test("lists strong event types before supporting ones and describes each", () => {
    for (const { eventTypes: landing } of framework.sections) {
      const strengths = landing.map(({ strength }) => strength);
      expect(strengths).toEqual([...strengths].sort((a, b) => (a === b ? 0 : a === "strong" ? -1 : 1)));
      for (const { shows } of landing) expect(shows).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("assigns every requirement to existing sections, and every section has requirements", () => {
    const reported = new Set(framework.requirements.flatMap(({ sections }) => sections));
    expect([...reported].sort()).toEqual(sectionIds(id).sort());
    for (const { sections } of framework.requirements) expect(sections).not.toHaveLength(0);
  });

  test("makes no compliance claims, states no uncertain dates or periods, and does not attribute SS1/23 to the FCA", () => {
    const said = textsOf(framework).join("\n");
    expect(said).not.toMatch(/\b(?:compliant|compliance certificate|certif\w+|conforms)\b/i);
    expect(said).not.toMatch(/\b(?:2027|2028|2026\/1744)\b/);
    expect(said).not.toMatch(/\b\d+ (?:days|months|years)\b/);
    expect(said).not.toMatch(/\bFCA\b/);
  });
});

describe("the frameworks", () => {
  /** Issued packages depend on these mappings. Never edit a released mapping: create a new version with a new digest. */
  test.each([
    ["EU_AI_ACT_ANNEX_IV", "2026-11-28.4", "93c2910d9d3f2bd4"],
    ["FCA_SS1_23", "2026-11-28.4", "08e7501065cc8d31"],
    ["ISO_42001", "2026-11-28.4", "712e0a75bc6c2cb4"],
  ] as const)("include %s in mapping %s, which never changes", (id, version, digest) => {
    const framework = frameworkOf(id);
    expect(framework.mappingVersion).toBe(version);
    expect(createHash("sha256").update(jcs(framework)).digest("hex").slice(0, 16)).toBe(digest);
  });

  test("attribute SS1/23 to the PRA and accept the alias PRA_SS1_23", () => {
    expect(frameworkAliases).toEqual({ PRA_SS1_23: "FCA_SS1_23" });
    expect(frameworkOf("FCA_SS1_23").name).toBe("PRA SS1/23: Model risk management principles for banks");
  });
});

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("FCA_SS1_23") ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
