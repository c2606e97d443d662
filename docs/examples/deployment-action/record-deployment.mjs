import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const attempts = 5;
const { env } = process;

const event = {
  modelId: env.MODEL_ID,
  eventType: "DEPLOYMENT",
  severity: env.STATUS === "success" ? "INFO" : "MEDIUM",
  payload: {
    modelVersion: env.MODEL_VERSION,
    environment: env.DEPLOYED_TO,
    status: env.STATUS,
    repository: env.GITHUB_REPOSITORY,
    commit: env.GITHUB_SHA,
    ref: env.GITHUB_REF,
    workflow: env.GITHUB_WORKFLOW,
    deployedBy: env.GITHUB_ACTOR,
    runUrl: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}/attempts/${env.GITHUB_RUN_ATTEMPT}`,
  },
  tags: ["github-actions"],
};
// The same deployment of the same attempt is recorded once, even if a response is lost.
const step = [
  env.GITHUB_REPOSITORY,
  env.GITHUB_RUN_ID,
  env.GITHUB_RUN_ATTEMPT,
  env.GITHUB_JOB,
  env.JOB_INDEX,
  JSON.stringify(event),
];
const idempotencyKey = createHash("sha256").update(step.join("/")).digest("hex");

/** Sends the event. Repeats the request if there is no response, or if the response is temporary. */
async function append() {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === attempts;
    try {
      const response = await fetch(`${env.GOVERNANCE_URL.replace(/\/+$/, "")}/v1/audit`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${env.GOVERNANCE_API_KEY}`,
          "Content-Type": "application/json",
          "Idempotency-Key": idempotencyKey,
        },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(30_000),
      });
      const isTemporary = response.status === 429 || response.status >= 500;
      if (!isTemporary || isLast) return { status: response.status, body: await response.json() };
    } catch (error) {
      if (isLast) throw error;
    }
    await delay(1_000 * 2 ** attempt);
  }
}

try {
  const { status, body } = await append();
  if (status !== 201) throw new Error(`${body.error}: ${body.message} (${body.requestId})`);
  appendFileSync(env.GITHUB_OUTPUT, `event-id=${body.id}\nreceipt=${JSON.stringify(body.receipt)}\n`);
  appendFileSync(
    env.GITHUB_STEP_SUMMARY,
    `The deployment was recorded as \`${body.id}\` at position ${body.chainPosition}.\n`,
  );
  console.log(`Recorded ${body.id}`);
} catch (error) {
  console.log(`::error title=The deployment was not recorded::${error.message}`);
  process.exitCode = 1;
}
