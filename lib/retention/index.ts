export { applyRetentionToAll } from "@/lib/retention/apply-retention";
