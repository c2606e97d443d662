/** Subscription tiers. Their rate limits are in lib/platform/rate-limits. */
export const tiers = ["STARTER", "PROFESSIONAL", "ENTERPRISE", "FOUNDING_PARTNER"] as const;

export type Tier = (typeof tiers)[number];
