import type { BenchmarkResult, Target } from "./load";
import { eventOf } from "./rows";
import type { Subject, Tenant } from "./subject";

interface Bench {
  subject: Subject;
  /** Duration of each measurement. */
  seconds: number;
  rounds: number;
  /** Number of events in a long chain. */
  events: number;
  onStep: (step: string) => void;
}

export type Scenario = (bench: Bench) => Promise<BenchmarkResult[]>;

/** `POST /v1/audit` with 32 connections. */
export function appendTarget({ url }: Subject, tenant: Tenant, event = eventOf(tenant, 0)): Target {
  const { headers } = tenant;
  return { url: `${url}/v1/audit`, method: "POST", headers, body: JSON.stringify(event), connections: 32 };
}
