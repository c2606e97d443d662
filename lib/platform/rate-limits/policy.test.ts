import { describe, expect, test } from "vitest";
import { type Tier, tiers } from "@/lib/platform/core/tiers";
import { anonymousLimit, limitFor, type RateClass, rateClasses } from "@/lib/platform/rate-limits/consume";

/** Requests a minute on Starter, Professional, Enterprise and Founding Partner. */
const published: Record<RateClass, [number, number, number, number]> = {
  "audit.list": [100, 500, 20_000, 20_000],
  "audit.read": [200, 2_000, 20_000, 20_000],
  "audit.write": [100, 1_000, 10_000, 10_000],
  "audit.verify": [200, 2_000, 20_000, 20_000],
  "models.read": [200, 2_000, 20_000, 20_000],
  "models.write": [100, 1_000, 10_000, 10_000],
  "shadow-ai.read": [200, 2_000, 20_000, 20_000],
  "shadow-ai.write": [100, 1_000, 10_000, 10_000],
  "sensors.write": [100, 1_000, 10_000, 10_000],
  "webhooks.read": [200, 2_000, 20_000, 20_000],
  "webhooks.write": [100, 1_000, 10_000, 10_000],
  "integrations.read": [200, 2_000, 20_000, 20_000],
  "integrations.write": [100, 1_000, 10_000, 10_000],
  "integrations.receive": [100, 1_000, 10_000, 10_000],
  "erasures.write": [100, 1_000, 10_000, 10_000],
  "legal-holds.read": [200, 2_000, 20_000, 20_000],
  "legal-holds.write": [100, 1_000, 10_000, 10_000],
  "alert-policies.read": [200, 2_000, 20_000, 20_000],
  "alert-policies.write": [100, 1_000, 10_000, 10_000],
  "api-keys.read": [200, 2_000, 20_000, 20_000],
  "api-keys.write": [100, 1_000, 10_000, 10_000],
  "evidence.read": [200, 2_000, 20_000, 20_000],
  "evidence.write": [20, 200, 2_000, 2_000],
  "reports.read": [200, 2_000, 20_000, 20_000],
  "reports.write": [10, 50, 500, 500],
  "activity.read": [200, 2_000, 20_000, 20_000],
  "other.read": [200, 2_000, 20_000, 20_000],
  "other.write": [100, 1_000, 10_000, 10_000],
};

function organisation(tier: Tier, rateLimitOverrides: Record<string, number> = {}) {
  return { id: "org_1", tier, livemode: true, rateLimitOverrides };
}

const rows = (Object.keys(published) as RateClass[]).flatMap((rateClass) =>
  tiers.map((tier, column) => ({ rateClass, tier, limit: published[rateClass][column] })),
);

describe("limits", () => {
  test.each(rows)("$rateClass on $tier is $limit a minute", ({ rateClass, tier, limit }) => {
    expect(limitFor(organisation(tier), rateClass)).toBe(limit);
  });

  test("the table above contains every class", () => {
    expect(Object.keys(published).sort()).toEqual(Object.keys(rateClasses).sort());
  });

  test("an organisation's own figure replaces its tier's, in that class only", () => {
    const partner = organisation("FOUNDING_PARTNER", { "audit.list": 50_000, "reports.write": 0 });
    expect(limitFor(partner, "audit.list")).toBe(50_000);
    expect(limitFor(partner, "reports.write")).toBe(0);
    expect(limitFor(partner, "audit.read")).toBe(20_000);
  });

  test("an address may fail 60 times a minute", () => {
    expect(anonymousLimit).toBe(60);
  });
});
