export const riskTiers = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** The query of the latest 100 models, whose names lists show. */
export const newestModels = { limit: 100 };
