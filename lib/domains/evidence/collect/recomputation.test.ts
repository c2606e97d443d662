import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { EarlierCounts } from "@/lib/domains/evidence/collect/earlier-counts";
import { collect } from "@/lib/domains/evidence/collect/testing/events";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { jcs } from "@/lib/platform/crypto/jcs";

/** A year of events of every kind, with payloads that the rules understand in part. */
const given = Array.from({ length: 400 }, (_, i) => ({
  eventType: eventTypes[(i * 7) % eventTypes.length] ?? "",
  severity: severities[(i * 5) % severities.length] ?? "",
  timestamp: new Date(Date.UTC(2026, 0, 1 + ((i * 11) % 365), i % 24)).toISOString(),
  actor: { type: i % 3 === 0 ? "USER" : "SERVICE", id: `actor-${i % 13}` },
  payload: [
    { modelVersion: `4.${i % 4}.0`, confidence: 0.9, decision: "APPROVED", reviewed: i % 2 === 0 },
    { setting: ["riskTier", "decisionThreshold", "modelOwner"][i % 3], before: 1, after: 2, reason: "drift" },
    { overridden: i % 2 === 0, kind: "VALIDATION", reviewer: `r-${i % 5}`, nextReviewDue: "2027-01-01" },
    { metric: "psi", observed: 0.3, threshold: 0.2, resolvedAt: "2026-06-01T00:00:00.000Z", category: "BIAS" },
    { aiProvider: "OpenAI", endpoint: "api.openai.com", exceptionExpiresAt: "2026-12-01", resolution: "STOPPED" },
    { dataset: "applications", lawfulBasis: "contract", datasets: [{ id: "a", provenance: "b" }], metrics: { auc: 1 } },
    {},
  ][i % 7],
}));

/**
 * Packages are kept for years, and verifiers recompute their counts, coverage and the sentences about it: a different
 * result would make every issued package fail verification. A change of a computation therefore needs a new
 * `mappingVersion`, or another schema than `evidence/1`.
 */
test.each([
  // Of packages without `statistics.recording`.
  ["EU_AI_ACT_ANNEX_IV", "2026-11-28.4", "c557f3be5847dbe4"],
  ["FCA_SS1_23", "2026-11-28.4", "150aef1408a49f68"],
  ["ISO_42001", "2026-11-28.4", "91d7fcba30054f20"],
] as const)("results for %s in mapping %s never change", (id, version, digest) => {
  const framework = frameworkOf(id);
  expect(framework.mappingVersion).toBe(version);
  const sections = sectionIds(id).slice(1);
  const { collected } = collect(given, { framework, sections });
  const { framework: report, listed } = collected;
  const earlier = new EarlierCounts();
  for (const { eventType, payload } of given) earlier.add(eventType, payload);
  const { counts, statistics } = earlier.restated(collected, { summary: {}, statistics: { oversight: {} } });
  const text = jcs({ counts, statistics, report, listed });
  expect(createHash("sha256").update(text).digest("hex").slice(0, 16)).toBe(digest);
});

test("the counts of packages with `statistics.recording` never change", () => {
  const { counts, statistics } = collect(given).collected;
  const text = jcs({ counts, statistics });
  expect(createHash("sha256").update(text).digest("hex").slice(0, 16)).toBe("0e32ea037a0ec136");
});
