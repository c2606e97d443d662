export { assessRisk, ruleVersion } from "@/lib/shadow-ai/analysis/assess-risk";
export { type CostEstimate, type CostInputs, estimateCost } from "@/lib/shadow-ai/analysis/estimate-cost";
export { type GovernedModel, registrationOf } from "@/lib/shadow-ai/analysis/registration";
export { RiskAssessment, RiskInputs } from "@/lib/shadow-ai/analysis/risk-inputs";
