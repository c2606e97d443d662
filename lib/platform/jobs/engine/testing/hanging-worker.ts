import { onEvent } from "@/lib/platform/jobs/define";
import { startEngine } from "@/lib/platform/jobs/engine/start-engine";

/** A separate process that takes a run, reports it on standard output, and never finishes the step. */
const job = onEvent(
  "mail/message.queued",
  { id: "hanging", retries: 0, concurrency: { limit: 1 } },
  async ({ step }) => {
    await step.run("before", async () => "kept");
    await step.run("hang", async () => {
      process.stdout.write("in the step\n");
      await new Promise(() => {});
    });
  },
);

await startEngine({ jobs: [job] });
