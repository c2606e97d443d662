import type { Note } from "../cli/progress";
import { type Account, ensureAccount } from "../seed/accounts";
import { createApiClient } from "../seed/api-client";
import { requestEvidence } from "../seed/evidence-packages";
import { type Profile, profiles } from "../seed/profiles";
import { type SeededOrganisation, seedOrganisation } from "../seed/seed-organisation";
import { seedShadowAi } from "../seed/shadow-ai";
import type { AccountFile } from "./account-file";
import type { SummaryInput } from "./summary";

interface SeedInput {
  url: string;
  /** What an earlier run left. */
  known: AccountFile | undefined;
  accountFile: string;
  /** Called as soon as the keys exist: they are shown nowhere else. */
  keep: (content: AccountFile) => Promise<void>;
  note: Note;
}

/** Both organisations with their keys and their past, made where they are missing. */
export async function seedDemo({ url, known, accountFile, keep, note }: SeedInput): Promise<SummaryInput> {
  const live = await ensureAccount(profiles.live, known);
  const sandbox = await ensureAccount(profiles.sandbox, known?.sandbox);
  await keep({ url, ...keyOf(live), sandbox: keyOf(sandbox) });

  const past = await seedPast(live, profiles.live, { url, note });
  await seedPast(sandbox, profiles.sandbox, { url, note });
  const modelId = past.modelIds.get("creditScoring") ?? "";
  const client = createApiClient(url, live.apiKey, note);
  const requested = await requestEvidence(client, modelId, Date.parse(live.organisation.createdAt));
  if (requested > 0) note(`${live.organisation.name}: ${requested} evidence packages are being generated`);
  const assistantId = past.modelIds.get("customerAssistant") ?? "";
  const found = await seedShadowAi(client, Date.parse(live.organisation.createdAt), assistantId);
  if (found)
    note(`${live.organisation.name}: ${found.detections} uses of AI found in ${found.lines} lines of network logs`);
  return { url, live, sandbox, accountFile, modelId, newestEventId: past.newestEventId };
}

async function seedPast(
  { organisation, apiKey }: Account,
  profile: Profile,
  { url, note }: Pick<SeedInput, "url" | "note">,
): Promise<SeededOrganisation> {
  const past = await seedOrganisation(createApiClient(url, apiKey, note), organisation, profile);
  if (past.appended > 0) note(`${organisation.name}: ${past.modelIds.size} models, ${past.appended} events`);
  return past;
}

function keyOf({ organisation, apiKey }: Account): { organisationId: string; apiKey: string } {
  return { organisationId: organisation.id, apiKey };
}
