import type { Note } from "@/cli/support/progress";
import { GovernanceClient } from "@/clients/typescript/src";
import { sealBaseline } from "@/lib/domains/audit-chain";
import { type Account, ensureAccount } from "../seed/accounts";
import { seedAlertPolicies } from "../seed/alert-policies";
import { seedAuditStreams } from "../seed/audit-streams";
import { requestEvidence } from "../seed/evidence-packages";
import { seedIntegrations } from "../seed/integrations";
import { seedErasure, seedLegalHolds } from "../seed/legal-holds";
import { ensureMembers, staff } from "../seed/members";
import { type Profile, profiles } from "../seed/profiles";
import { requestReports } from "../seed/reports";
import { type SeededOrganisation, seedOrganisation } from "../seed/seed-organisation";
import { seedShadowAi } from "../seed/shadow-ai";
import { seedWebhooks } from "../seed/webhooks";
import type { AccountFile } from "./account-file";
import type { SummaryInput } from "./summary";

/** A slow machine may need minutes to import a log of 24 MiB. */
const seedTimeoutMs = 300_000;

interface SeedInput {
  url: string;
  /** The accounts of an earlier run. */
  known: AccountFile | undefined;
  accountFile: string;
  /** Stores the keys as soon as they exist, because they are shown only once. */
  keep: (content: AccountFile) => Promise<void>;
  note: Note;
}

/** Creates what is missing of both organisations: keys, members and history. */
export async function seedDemo({ url, known, accountFile, keep, note }: SeedInput): Promise<SummaryInput> {
  const live = await ensureAccount(profiles.live, known);
  const sandbox = await ensureAccount(profiles.sandbox, known?.sandbox);
  for (const { organisation } of [live, sandbox]) await sealBaseline(organisation.id);
  const keys = { live: keyOf(live), sandbox: keyOf(sandbox) };
  const [people, others] = [known?.dashboard, known?.sandbox.dashboard];
  await keep({ url, ...keys.live, dashboard: people, sandbox: { ...keys.sandbox, dashboard: others } });
  const dashboard = {
    live: await ensureMembers(live.organisation, staff.live, people),
    sandbox: await ensureMembers(sandbox.organisation, staff.sandbox, others),
  };
  const withPeople = { ...keys.sandbox, dashboard: dashboard.sandbox };
  await keep({ url, ...keys.live, dashboard: dashboard.live, sandbox: withPeople });

  const past = await seedPast(live, profiles.live, { url, note });
  const trial = await seedPast(sandbox, profiles.sandbox, { url, note });
  const modelId = past.modelIds.get("creditScoring") ?? "";
  const client = clientOf(url, live.apiKey, note);
  const endMs = Date.parse(live.organisation.createdAt);
  // Endpoints and policies only see later events, so they are created first.
  await seedWebhooks(client);
  await seedAlertPolicies(client, past.modelIds);
  const delivered = await seedIntegrations(client, {
    url,
    modelIds: past.modelIds,
    eventId: past.newestEventId,
    endMs,
  });
  if (delivered > 0) note(`${live.organisation.name}: ${delivered} deliveries from GitHub, Jira and MLflow`);
  const held = await seedLegalHolds(client, { modelIds: past.modelIds, endMs });
  if (held > 0) note(`${live.organisation.name}: ${held} legal holds`);
  const assistant = trial.modelIds.get("customerAssistant") ?? "";
  const trialEndMs = Date.parse(sandbox.organisation.createdAt);
  if (await seedErasure(clientOf(url, sandbox.apiKey, note), assistant, trialEndMs)) {
    note(`${sandbox.organisation.name}: the content of one event was erased`);
  }
  const requested = await requestEvidence(client, modelId, endMs);
  if (requested > 0) note(`${live.organisation.name}: ${requested} evidence packages are being generated`);
  const assistantId = past.modelIds.get("customerAssistant") ?? "";
  const found = await seedShadowAi(client, live.organisation, assistantId);
  if (found)
    note(`${live.organisation.name}: ${found.detections} uses of AI detected in ${found.lines} lines of network logs`);
  await seedAuditStreams(client);
  await verifyOnce(client);
  const reports = await requestReports(client, endMs);
  if (reports > 0) note(`${live.organisation.name}: ${reports} reports are being generated`);
  return { url, live, sandbox, dashboard, accountFile, modelId, newestEventId: past.newestEventId };
}

/** Verifies the chain as the nightly run does, so that it has a status before the first night. */
async function verifyOnce(client: GovernanceClient): Promise<void> {
  const { chain } = await client.overview.get();
  if (chain.state !== "NOT_CHECKED") return;
  await client.audit.verifyChain({ mode: "full" });
}

async function seedPast(
  { organisation, apiKey }: Account,
  profile: Profile,
  { url, note }: Pick<SeedInput, "url" | "note">,
): Promise<SeededOrganisation> {
  const past = await seedOrganisation(clientOf(url, apiKey, note), organisation, profile);
  if (past.appended > 0) note(`${organisation.name}: ${past.modelIds.size} models, ${past.appended} events`);
  return past;
}

/** Reports waits between attempts. */
function clientOf(baseUrl: string, apiKey: string, note: Note): GovernanceClient {
  return new GovernanceClient({
    baseUrl,
    apiKey,
    timeoutMs: seedTimeoutMs,
    onAttempt({ status, retryInMs }) {
      if (retryInMs !== undefined) note(`Retrying in ${Math.ceil(retryInMs / 1000)} s (${status ?? "no response"}).`);
    },
  });
}

function keyOf({ organisation, apiKey }: Account): { organisationId: string; apiKey: string } {
  return { organisationId: organisation.id, apiKey };
}
