export { evaluateChain } from "@/lib/alert-policies/evaluate-chain";
export {
  createPolicy,
  deletePolicy,
  getPolicy,
  listPolicies,
  updatePolicy,
  versionOf,
} from "@/lib/alert-policies/policies";
export { previewRule } from "@/lib/alert-policies/preview-rule";
export { findAlertsAbout } from "@/lib/alert-policies/raise-alerts";
