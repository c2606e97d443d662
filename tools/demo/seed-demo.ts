import type { Note } from "@/cli/support/progress";
import { GovernanceClient } from "@/clients/typescript/src";
import { sealBaseline } from "@/lib/domains/audit-chain";
import { type Account, ensureAccount } from "../seed/accounts";
import { demoMembers, ensureMembers } from "../seed/members";
import { type Profile, profiles } from "../seed/profiles";
import {
  requestEvidence,
  requestReports,
  type Sample,
  seedAlertPolicies,
  seedAuditStreams,
  seedControlAssignments,
  seedDocuments,
  seedErasure,
  seedIntegrations,
  seedLegalHolds,
  seedWebhooks,
} from "../seed/sample-resources";
import { seedOrganisation } from "../seed/seed-organisation";
import { seedShadowAi } from "../seed/shadow-ai";
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
    live: await ensureMembers(live.organisation, demoMembers.live, people),
    sandbox: await ensureMembers(sandbox.organisation, demoMembers.sandbox, others),
  };
  const withPeople = { ...keys.sandbox, dashboard: dashboard.sandbox };
  await keep({ url, ...keys.live, dashboard: dashboard.live, sandbox: withPeople });

  const { sample, newestEventId } = await seedPast(live, profiles.live, { url, note });
  const trial = await seedPast(sandbox, profiles.sandbox, { url, note });
  const { name } = live.organisation;
  const noteCount = (count: number, what: string) => count > 0 && note(`${name}: ${count} ${what}`);
  // Endpoints and policies only see later events, so they are created first.
  await seedWebhooks(sample);
  await seedAlertPolicies(sample);
  noteCount(await seedIntegrations(sample, newestEventId), "deliveries from GitHub, Jira and MLflow");
  noteCount(await seedLegalHolds(sample), "legal holds");
  noteCount(await seedDocuments(sample), "documents for requirements");
  noteCount(await seedControlAssignments(sample), "controls assigned to members");
  if (await seedErasure(trial.sample)) note(`${sandbox.organisation.name}: the content of one event was erased`);
  noteCount(await requestEvidence(sample), "evidence packages are being generated");
  const found = await seedShadowAi(sample.client, live.organisation, sample.modelId("customerAssistant"));
  if (found) noteCount(found.detections, `uses of AI detected in ${found.lines} lines of network logs`);
  await seedAuditStreams(sample);
  await verifyOnce(sample.client);
  noteCount(await requestReports(sample), "reports are being generated");
  return { url, live, sandbox, dashboard, accountFile, modelId: sample.modelId("creditScoring"), newestEventId };
}

/** Verifies the chain as the nightly run does, so that it has a status before the first night. */
async function verifyOnce(client: GovernanceClient): Promise<void> {
  const { chain } = await client.overview.get();
  if (chain.state !== "NOT_CHECKED") return;
  await client.audit.verifyChain({ mode: "full" });
}

/** Creates the models and events of an organisation. */
async function seedPast(
  { organisation, apiKey }: Account,
  profile: Profile,
  { url, note }: Pick<SeedInput, "url" | "note">,
): Promise<{ sample: Sample; newestEventId: string }> {
  const client = clientOf(url, apiKey, note);
  const { modelIds, appended, newestEventId } = await seedOrganisation(client, organisation, profile);
  if (appended > 0) note(`${organisation.name}: ${modelIds.size} models, ${appended} events`);
  const endMs = Date.parse(organisation.createdAt);
  return { sample: { client, url, modelId: (key) => modelIds.get(key) ?? "", endMs }, newestEventId };
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
