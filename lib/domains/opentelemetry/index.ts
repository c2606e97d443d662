export {
  decodeExport,
  receiveExport,
  type TelemetryExport,
} from "@/lib/domains/opentelemetry/receive";
export { encodeResponse, encodeStatus } from "@/lib/domains/opentelemetry/wire";
