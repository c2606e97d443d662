export const riskTiers = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** The system model is not a governed model. The page of models shows the number of its events only. */
export const governedModels = { system: false };
export const systemModel = { system: true, limit: 1 };

/** The query of the latest 100 models, whose names lists show. */
export const newestModels = { limit: 100 };
