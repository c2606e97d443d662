import { authenticateKey, createApiKey } from "@/lib/domains/api-keys";
import { createOrganisation, findOrganisation, listOrganisations } from "@/lib/domains/organisations";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { newId } from "@/lib/platform/core/ids";
import { scopes } from "@/lib/platform/core/roles";
import type { Profile } from "./profiles";

/** An organisation and a key that may do everything in it. */
export interface Account {
  organisation: Organisation;
  apiKey: string;
}

/** What an earlier run left behind, as far as it is known. */
interface KnownAccount {
  organisationId: string;
  apiKey: string;
}

/** How many organisations are looked through for one whose id is not known. */
const searchedMax = 1_000;

/**
 * The account of a profile: the known one where its key still works, else the organisation of that name with a new key,
 * else a new organisation.
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
  if (!organisation) throw new Error(`The organisation ${id} is not in the database any more.`);
  return organisation;
}

async function issueKey({ id, tier, livemode, rateLimitOverrides }: Organisation): Promise<string> {
  const context = {
    organisation: { id, tier, livemode, rateLimitOverrides },
    actor: { kind: "system", id: "demo" },
    scopes: new Set(scopes),
    clock: systemClock,
    requestId: newId("request"),
  } as const;
  return (await createApiKey(context, { name: "Demo", scopes: [...scopes] })).key;
}
