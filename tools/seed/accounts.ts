import { commandContext } from "@/cli/support/input";
import { authenticateKey, createApiKey } from "@/lib/domains/api-keys";
import { createOrganisation, findOrganisation, listOrganisations } from "@/lib/domains/organisations";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { scopes } from "@/lib/platform/core/roles";
import type { Profile } from "./profiles";

/** An organisation and an API key with all scopes. */
export interface Account {
  organisation: Organisation;
  apiKey: string;
}

/** The account of an earlier run. */
interface KnownAccount {
  organisationId: string;
  apiKey: string;
}

/** The maximum number of organisations to search by name. */
const searchedMax = 1_000;

/**
 * The account of a profile: the known one if its key still works, otherwise the organisation with that name and a new
 * key, otherwise a new organisation.
 */
export async function ensureAccount(profile: Profile, known: KnownAccount | undefined): Promise<Account> {
  const principal = known && (await authenticateKey(known.apiKey, systemClock));
  if (known && principal?.organisation.id === known.organisationId) {
    return { organisation: await requireOrganisation(known.organisationId), apiKey: known.apiKey };
  }
  const organisation =
    (await findByName(profile)) ??
    (await requireOrganisation((await createOrganisation(profile.organisation, systemClock)).id));
  return { organisation, apiKey: await issueKey(organisation) };
}

async function findByName({ organisation }: Profile): Promise<Organisation | undefined> {
  return (await listOrganisations(searchedMax)).find(
    ({ name, tier, livemode }) =>
      name === organisation.name && tier === organisation.tier && livemode === organisation.livemode,
  );
}

async function requireOrganisation(id: string): Promise<Organisation> {
  const organisation = await findOrganisation(id);
  if (!organisation) throw new Error(`The organisation ${id} no longer exists in the database.`);
  return organisation;
}

async function issueKey(organisation: Organisation): Promise<string> {
  const context = { ...commandContext(organisation, "demo"), scopes: new Set(scopes) };
  return (await createApiKey(context, { name: "Demo", scopes: [...scopes] })).key;
}
