export { newState, readState, trustLog, type WitnessState, writeState } from "@/lib/witness/state-file";
export { witness } from "@/lib/witness/witness";
