export { readLogLines } from "@/lib/domains/opentelemetry/read-export";
export {
  decodeExport,
  receiveExport,
  type TelemetryExport,
} from "@/lib/domains/opentelemetry/receive";
export { createRule, deleteRule, listRules, listTelemetrySources } from "@/lib/domains/opentelemetry/rules";
export { encodeResponse, encodeStatus } from "@/lib/domains/opentelemetry/wire";
