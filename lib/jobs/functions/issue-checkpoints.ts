import { issueDueCheckpoints } from "@/lib/audit-chain";
import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { listUntoldCheckpoints } from "@/lib/webhooks";

/** Organisations that are looked at in one step. */
const organisationsOfStep = 500;

/**
 * Signs every chain that has grown, copies what was signed, and has those told who listen, also of what was issued on
 * demand and of what an earlier run could not tell.
 */
export const issueCheckpoints = onSchedule(
  "* * * * *",
  { id: "issue-checkpoints", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    const issued = await step.run("issue", () => issueDueCheckpoints(systemClock));
    if (issued.issued > 0) await step.sendEvent("attest", { name: "audit/checkpoints.signed", data: {} });
    let after: string | undefined = "";
    for (let part = 1; after !== undefined; part++) {
      const behind: string = after;
      const untold = await step.run(`look-${part}`, () => listUntoldCheckpoints(behind, organisationsOfStep));
      const events = untold.organisationIds.map((organisationId) => ({
        name: "audit/checkpoints.issued" as const,
        data: { organisationId },
      }));
      if (events.length > 0) await step.sendEvent(`tell-${part}`, events);
      after = untold.after;
    }
    return issued;
  },
);
