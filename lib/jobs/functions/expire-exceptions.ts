import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { expireExceptions as expire } from "@/lib/shadow-ai";

/** Opens detections of shadow AI again whose approved exception has passed. */
export const expireExceptions = onSchedule(
  "* * * * *",
  { id: "expire-exceptions", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("expire", () => expire(systemClock)),
);
