import type { Note } from "@/cli/support/progress";
import { GovernanceClient } from "@/clients/typescript/src";
import { type SeededHistory, seedHistory } from "../seed/history";
import { demoMembers } from "../seed/members";
import { profiles } from "../seed/profiles";
import {
  requestEvidence,
  requestReports,
  type Sample,
  seedAlertPolicies,
  seedAuditStreams,
  seedErasure,
  seedIntegrations,
  seedWebhooks,
  sendLogOfToday,
} from "../seed/sample-resources";
import type { AccountFile, StoredAccount } from "./account-file";
import type { SummaryInput } from "./summary";

/** A slow machine may need minutes for the first responses. */
const timeoutMs = 300_000;

/** The sample history of both organisations. */
export interface DemoHistory {
  live: SeededHistory;
  sandbox: SeededHistory;
}

/** Creates the missing parts of both organisations' history. Run it before the server starts. */
export async function seedPast({
  isSimulated,
  known,
  keep,
  note,
}: {
  isSimulated: boolean;
  /** The accounts of an earlier run. */
  known: AccountFile | undefined;
  /** Stores keys and passwords as soon as they exist, because they are shown only once. */
  keep: (content: Omit<AccountFile, "url">) => Promise<void>;
  note: Note;
}): Promise<DemoHistory> {
  const accounts: Record<"live" | "sandbox", StoredAccount | undefined> = { live: known, sandbox: known?.sandbox };
  const seedOne = async (kind: "live" | "sandbox") => {
    const profile = profiles[kind];
    const history = await seedHistory({
      profile,
      people: demoMembers[kind],
      isSimulated,
      known: accounts[kind],
      keep: async ({ organisation, apiKey }, dashboard) => {
        accounts[kind] = { organisationId: organisation.id, apiKey, dashboard };
        const { live, sandbox } = accounts;
        if (live && sandbox) await keep({ ...live, sandbox });
      },
    });
    const { appended, modelIds } = history;
    if (appended > 0) note(`${profile.organisation.name}: ${modelIds.size} models, ${appended} events of 90 days`);
    return history;
  };
  // The short history first, so that the keys of both are stored before the long one.
  const sandbox = await seedOne("sandbox");
  return { sandbox, live: await seedOne("live") };
}

/** Creates the missing current data: resources, packages and reports. Needs the server. */
export async function seedPresent(
  { live, sandbox }: DemoHistory,
  { url, note }: { url: string; note: Note },
): Promise<Omit<SummaryInput, "accountFile">> {
  const sample = sampleOf(live, url, note);
  const { name } = live.account.organisation;
  const noteCount = (count: number, what: string) => count > 0 && note(`${name}: ${count} ${what}`);
  // Endpoints and policies only see later events, so they are created first.
  await seedWebhooks(sample);
  await seedAlertPolicies(sample);
  noteCount(await seedIntegrations(sample, live.newestEventId), "deliveries from GitHub, Jira and MLflow");
  if (await seedErasure(sampleOf(sandbox, url, note)))
    note(`${sandbox.account.organisation.name}: the content of one event was erased`);
  noteCount(await requestEvidence(sample), "evidence packages are being generated");
  noteCount(await sendLogOfToday(sample), "records of today's network log");
  await seedAuditStreams(sample);
  await verifyChain(sample.client);
  noteCount(await requestReports(sample), "reports are being generated");
  return {
    url,
    live: live.account,
    sandbox: sandbox.account,
    dashboard: { live: live.members, sandbox: sandbox.members },
    modelId: sample.modelId("creditScoring"),
    newestEventId: live.newestEventId,
  };
}

/** Verifies the events since the last nightly run, so that the chain has a current status. */
async function verifyChain(client: GovernanceClient): Promise<void> {
  const { chain } = await client.overview.get();
  await client.audit.verifyChain({ mode: chain.state === "NOT_CHECKED" ? "full" : "continued" });
}

function sampleOf({ account, modelIds, endMs }: SeededHistory, url: string, note: Note): Sample {
  return { client: clientOf(url, account.apiKey, note), url, modelId: (key) => modelIds.get(key) ?? "", endMs };
}

/** Reports waits between attempts. */
function clientOf(baseUrl: string, apiKey: string, note: Note): GovernanceClient {
  return new GovernanceClient({
    baseUrl,
    apiKey,
    timeoutMs,
    onAttempt({ status, retryInMs }) {
      if (retryInMs !== undefined) note(`Retrying in ${Math.ceil(retryInMs / 1000)} s (${status ?? "no response"}).`);
    },
  });
}
