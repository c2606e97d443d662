import { expect } from "vitest";
import type { Job } from "@/lib/platform/jobs/define";
import type { JobEvent } from "@/lib/platform/jobs/events";

/**
 * Runs a function without waiting, as an engine that loses the result of every step `losses` times. Returns the steps,
 * the events sent and the function's result.
 */
export async function runJob(
  job: Job,
  data: object = {},
  { losses = 1, onSleep = async () => undefined }: { losses?: number; onSleep?: () => Promise<unknown> } = {},
) {
  const steps: string[] = [];
  const sent: JobEvent[] = [];
  const add = (id: string) => {
    expect(steps).not.toContain(id);
    steps.push(id);
  };
  const sleep = async (id: string) => {
    add(id);
    await onSleep();
  };
  const step = {
    run: async (id: string, work: () => Promise<unknown>) => {
      add(id);
      for (let i = 0; i < losses; i++) await work();
      return JSON.parse(JSON.stringify((await work()) ?? null)) as unknown;
    },
    sleep,
    sleepUntil: sleep,
    sendEvent: async (id: string, events: JobEvent[]) => {
      add(id);
      sent.push(...events);
    },
  };
  const result = await job.handler({ data, step, runId: "run_1" } as never);
  return { steps, sent, result };
}
