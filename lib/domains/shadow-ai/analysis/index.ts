export { assessRisk, ruleVersion, ruleVersions } from "@/lib/domains/shadow-ai/analysis/assess-risk";
export { type CostEstimate, type CostInputs, estimateCost } from "@/lib/domains/shadow-ai/analysis/estimate-cost";
export { type GovernedModel, registrationOf, uncoveredRanges } from "@/lib/domains/shadow-ai/analysis/registration";
export { RiskAssessment, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
