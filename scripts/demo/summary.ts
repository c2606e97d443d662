import type { Account } from "../seed/accounts";

export interface SummaryInput {
  url: string;
  live: Account;
  sandbox: Account;
  /** Where the keys are kept. */
  accountFile: string;
  modelId: string;
  newestEventId: string;
}

/** What a newcomer reads when everything runs: where it is, the keys, and calls that work as they are. */
export function summary({ url, live, sandbox, accountFile, modelId, newestEventId }: SummaryInput): string {
  const authorization = `-H 'Authorization: Bearer ${live.apiKey}'`;
  const json = "-H 'Content-Type: application/json'";
  const payload = { inputHash: `sha256:${"0a".repeat(32)}`, latencyMs: 118, decisionOutput: "APPROVED" };
  const event = JSON.stringify({ modelId, eventType: "INFERENCE", payload, tags: ["demo"] });
  return `
The Governance Audit Service is running. Ctrl+C ends it.

  Start page      ${url}
  Documentation   ${url}/docs
  Verification    ${url}/verify
  API             ${url}/v1

${organisation(live)}

${organisation(sandbox)}

  The keys are kept in ${accountFile}.
  Mail that the service wrote is listed by npm run mail.

Append an event:

  curl -sS '${url}/v1/audit' ${authorization} ${json} -d '${event}'

List the newest events:

  curl -sS '${url}/v1/audit?limit=3' ${authorization}

Verify an event of the past:

  curl -sS '${url}/v1/audit/verify' ${authorization} ${json} -d '{"eventId":"${newestEventId}"}'

List the evidence packages; a downloadUrl works in a browser:

  curl -sS '${url}/v1/evidence' ${authorization}
`;
}

function organisation({ organisation: { id, name, tier, livemode }, apiKey }: Account): string {
  return `  ${name}
    Organisation  ${id}, ${livemode ? "live" : "sandbox"}, ${tier}
    API key       ${apiKey}`;
}
