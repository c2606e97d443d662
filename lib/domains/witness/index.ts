export { newState, readState, trustLog, type WitnessState, writeState } from "@/lib/domains/witness/state-file";
export { witness } from "@/lib/domains/witness/witness";
