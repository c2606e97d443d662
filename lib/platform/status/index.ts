export { startHeartbeat } from "@/lib/platform/status/heartbeat";
export { isOperator, readServiceStatus } from "@/lib/platform/status/read-status";
