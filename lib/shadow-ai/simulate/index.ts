export type { Flow, NetworkEvent } from "@/lib/shadow-ai/simulate/flow";
export { makePlan, type Plan } from "@/lib/shadow-ai/simulate/plan";
export { type Simulation, simulateFlows } from "@/lib/shadow-ai/simulate/simulate-flows";
export { TruthRecorder } from "@/lib/shadow-ai/simulate/truth";
export {
  type LogPiece,
  type SimulatedFormat,
  type SimulatedFormatName,
  simulatedFormatNames,
  simulatedFormats,
  writeLog,
  writeLogs,
} from "@/lib/shadow-ai/simulate/write-logs";
