import type { Account } from "../seed/accounts";
import type { DashboardAccess } from "../seed/members";

export interface SummaryInput {
  url: string;
  live: Account;
  sandbox: Account;
  /** The users of the dashboard. */
  dashboard: { live: DashboardAccess[]; sandbox: DashboardAccess[] };
  /** Where the keys are kept. */
  accountFile: string;
  modelId: string;
  newestEventId: string;
}

/** The summary for new users when everything runs: the URL, the keys, and calls that work as they are. */
export function summary(input: SummaryInput): string {
  const { url, live, sandbox, dashboard, accountFile, modelId, newestEventId } = input;
  const authorization = `-H 'Authorization: Bearer ${live.apiKey}'`;
  const json = "-H 'Content-Type: application/json'";
  const payload = { inputHash: `sha256:${"0a".repeat(32)}`, latencyMs: 118, decisionOutput: "APPROVED" };
  const event = JSON.stringify({ modelId, eventType: "INFERENCE", payload, tags: ["demo"] });
  return `
The Governance Audit Service is running. Press Ctrl+C to stop.

  Dashboard       ${url}
  Documentation   ${url}/docs
  Verification    ${url}/verify
  API             ${url}/v1

${organisation(live)}
${people(dashboard.live)}

${organisation(sandbox)}
${people(dashboard.sandbox)}

  Keys and passwords are stored in ${accountFile}.
  List e-mails with npm run mail. Links in invitations and password resets are printed here.

Append an event:

  curl -sS '${url}/v1/audit' ${authorization} ${json} -d '${event}'

List the newest events:

  curl -sS '${url}/v1/audit?limit=3' ${authorization}

Verify an event:

  curl -sS '${url}/v1/audit/verify' ${authorization} ${json} -d '{"eventId":"${newestEventId}"}'

List the evidence packages; open a downloadUrl in a browser:

  curl -sS '${url}/v1/evidence' ${authorization}
`;
}

function organisation({ organisation: { id, name, tier, livemode }, apiKey }: Account): string {
  return `  ${name}
    Organisation  ${id}, ${livemode ? "live" : "sandbox"}, ${tier}
    API key       ${apiKey}`;
}

/** The dashboard accounts, in columns. */
function people(accesses: DashboardAccess[]): string {
  const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length));
  const roleWidth = width(accesses.map(({ role }) => role));
  const emailWidth = width(accesses.map(({ email }) => email));
  const lines = accesses.map(
    ({ role, email, password }) => `      ${role.padEnd(roleWidth)}  ${email.padEnd(emailWidth)}  ${password}`,
  );
  return ["    Sign in as", ...lines].join("\n");
}
