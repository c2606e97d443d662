import { jobsMode, remoteClient } from "@/lib/platform/jobs/client";
import type { Job } from "@/lib/platform/jobs/define";
import type { Event } from "@/lib/platform/jobs/engine/run-store";
import { type RunningEngine, startEngine } from "@/lib/platform/jobs/engine/start-engine";
import { startFailureCounts } from "@/lib/platform/jobs/figures";
import { registration } from "@/lib/platform/jobs/registration";
import { jobs as registered } from "@/lib/platform/jobs/registry";

/**
 * Starts the background jobs of this process: the embedded engine or, with an Inngest server, the forwarding of events
 * to it. Several processes share the work.
 */
export async function startJobs({ jobs = registered }: { jobs?: Job[] } = {}): Promise<RunningEngine> {
  startFailureCounts(jobs);
  if (jobsMode() === "embedded") return await startEngine({ jobs });
  const client = remoteClient();
  return await startEngine({
    jobs,
    send: async (events) => {
      if (!registration().isAccepted) throw new Error("the functions are not registered with the Inngest server yet");
      try {
        await client.send(events.map(asSent));
      } catch (error) {
        registration().renew();
        throw error;
      }
    },
  });
}

/** An Inngest server keeps only known members of an event, so the trace context travels with the data. */
function asSent({ traceparent, data, ...event }: Event): Omit<Event, "traceparent"> {
  return { ...event, data: traceparent === undefined ? data : { ...data, traceparent } };
}
