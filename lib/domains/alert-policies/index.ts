export { evaluateChain } from "@/lib/domains/alert-policies/evaluate-chain";
export {
  createPolicy,
  deletePolicy,
  getPolicy,
  listPolicies,
  updatePolicy,
  versionOf,
} from "@/lib/domains/alert-policies/policies";
export { previewRule } from "@/lib/domains/alert-policies/preview-rule";
export { findAlertsAbout } from "@/lib/domains/alert-policies/raise-alerts";
