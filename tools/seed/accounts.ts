import { authenticateKey, createApiKey, listApiKeys } from "@/lib/domains/api-keys";
import { ListApiKeys } from "@/lib/domains/api-keys/schemas";
import { createOrganisation, findOrganisation, listOrganisations } from "@/lib/domains/organisations";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import type { Actor } from "@/lib/platform/core/context";
import { scopes } from "@/lib/platform/core/roles";
import type { Profile } from "./profiles";
import { demoContext } from "./timeline";

/** An organisation and an API key with all scopes. */
export interface Account {
  organisation: Organisation;
  apiKey: string;
}

/** The account of an earlier run. */
export interface KnownAccount {
  organisationId: string;
  apiKey: string;
}

/** The maximum number of organisations to search by name. */
const searchedMax = 1_000;

/**
 * The account of a profile: the known one if its key still works, otherwise the organisation with that name and a new
 * key, otherwise a new organisation, created at the time of `clock`.
 */
export async function ensureAccount(
  profile: Profile,
  known: KnownAccount | undefined,
  clock: Clock,
): Promise<{ account: Account; isNew: boolean }> {
  const principal = known && (await authenticateKey(known.apiKey, systemClock));
  if (known && principal?.organisation.id === known.organisationId) {
    const organisation = await requireOrganisation(known.organisationId);
    return { account: { organisation, apiKey: known.apiKey }, isNew: false };
  }
  const found = await findByName(profile);
  const organisation = found ?? (await requireOrganisation((await createOrganisation(profile.organisation, clock)).id));
  const apiKey = await issueKey(organisation, found ? systemClock : clock);
  return { account: { organisation, apiKey }, isNew: found === undefined };
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

async function issueKey(organisation: Organisation, clock: Clock): Promise<string> {
  const ctx = demoContext(organisation, clock);
  return (await createApiKey(ctx, { name: "Demo administration", scopes: [...scopes] })).key;
}

/** The API key of the system that records the sample events: an existing one, or a new one, last used at `lastUse`. */
export async function ensurePlatformKey(organisation: Organisation, clock: Clock, lastUse: Clock): Promise<Actor> {
  const ctx = demoContext(organisation, clock);
  const name = "Model platform";
  const existing = (await listApiKeys(ctx, ListApiKeys.parse({}))).data.find((key) => key.name === name);
  if (existing) return { kind: "api-key", id: existing.id, name };
  const { id, key } = await createApiKey(ctx, { name, scopes: ["audit:write", "models:read"] });
  await authenticateKey(key, lastUse);
  return { kind: "api-key", id, name };
}
