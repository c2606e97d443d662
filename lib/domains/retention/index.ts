export { applyRetentionToAll } from "@/lib/domains/retention/apply-retention";
