export type { Flow, NetworkEvent } from "@/lib/domains/shadow-ai/simulate/flow";
export { makePlan, type Plan } from "@/lib/domains/shadow-ai/simulate/plan";
export { type Simulation, simulateFlows } from "@/lib/domains/shadow-ai/simulate/simulate-flows";
export { TruthRecorder } from "@/lib/domains/shadow-ai/simulate/truth";
export {
  type LogPiece,
  type SimulatedFormat,
  type SimulatedFormatName,
  simulatedFormatNames,
  simulatedFormats,
  writeLog,
  writeLogs,
} from "@/lib/domains/shadow-ai/simulate/write-logs";
