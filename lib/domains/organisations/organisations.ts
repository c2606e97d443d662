import { genesisHash, recordConfigurationChange } from "@/lib/domains/audit-chain";
import {
  type ChangeLimits,
  type CreateOrganisation,
  Organisation,
  type OrganisationDetail,
  type OrganisationLimits,
  RateLimitOverrides,
  type UpdateOrganisation,
} from "@/lib/domains/organisations/schemas";
import {
  changeOrganisation,
  findOrganisations,
  findServedOrganisations,
  findStoredOrganisation,
  insertOrganisation,
  lockOrganisation,
  type StoredOrganisation,
} from "@/lib/domains/organisations/store";
import { type Clock, isoMilliseconds, withIsoDates } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { inTransaction, isDatabaseUnavailable } from "@/lib/platform/database/db";
import { limitFor, type RateClass, rateClasses, readUsage } from "@/lib/platform/rate-limits";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { log } from "@/lib/platform/telemetry/log";

/** Default periods. */
const periods = {
  evidenceRetentionDays: 365,
  webhookRetentionDays: 90,
  mailRetentionDays: 365,
  observationRetentionDays: 400,
  reportRetentionDays: 365,
  apiKeyLifetimeDays: 365,
} as const;

/**
 * Creates an organisation with its empty chain and system model. Throws `validation_failed` for overrides of unknown
 * endpoint classes.
 */
export async function createOrganisation(
  input: CreateOrganisation,
  clock: Clock,
): Promise<{ id: string; systemModelId: string }> {
  const rateLimitOverrides = input.rateLimitOverrides ?? {};
  requireRateClasses("rateLimitOverrides", rateLimitOverrides);
  const nowMs = clock.now();
  const id = newId("organisation", nowMs);
  const systemModelId = newId("model", nowMs);
  const { name, tier, livemode, ownerEmail = null } = input;
  const { evidenceRetentionDays = periods.evidenceRetentionDays, contentErasure = false } = input;
  const allowances = { contentErasure, assignToMembersOnly: false, requireSecondFactor: null };
  const createdAt = new Date(nowMs);
  await inTransaction(undefined, (tx) =>
    insertOrganisation(
      tx,
      {
        ...{ ...periods, ...allowances },
        ...{ id, name, tier, livemode, rateLimitOverrides, ownerEmail, evidenceRetentionDays, createdAt },
      },
      { position: 0, blockHash: genesisHash },
      { id: systemModelId, name: "System", description: "For events without a registered model." },
    ),
  );
  return { id, systemModelId };
}

function requireRateClasses(member: string, limits: object): void {
  const unknown = Object.keys(limits).filter((name) => !Object.hasOwn(rateClasses, name));
  if (unknown.length === 0) return;
  const message = `must be an endpoint class: ${Object.keys(rateClasses).join(", ")}`;
  throw validationFailed(unknown.map((name) => ({ path: `${member}.${name}`, message })));
}

/** The caller's organisation with its API usage. */
export async function getOrganisation(ctx: Context): Promise<OrganisationDetail> {
  const stored = await findStoredOrganisation(ctx.organisation.id);
  if (!stored) throw notFound("organisation");
  return toOrganisationDetail(ctx, stored);
}

/** For the service itself and the operator's command line: requests get their organisation from the credentials. */
export async function findOrganisation(id: string): Promise<Organisation | undefined> {
  const stored = await findStoredOrganisation(id);
  return stored ? toOrganisation(stored) : undefined;
}

/** The service itself, acting for an organisation. Throws if the organisation does not exist. */
export async function systemContext(organisationId: string, id: string, clock: Clock) {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(`organisation ${organisationId} not found`);
  return { organisation, actor: { kind: "system" as const, id }, clock };
}

/** The oldest organisations, at most `limit`, for the operator's command line. */
export async function listOrganisations(limit: number): Promise<Organisation[]> {
  return (await findOrganisations(limit)).map(toOrganisation);
}

/** The next organisations after an ID, at most `limit`, for maintenance. Without those that move or moved away. */
export async function listOrganisationsAfter(after: string, limit: number): Promise<Organisation[]> {
  return (await findServedOrganisations(limit, after)).map(toOrganisation);
}

/** Changes settings, and records their values before and after. */
export async function updateOrganisation(ctx: Context, patch: UpdateOrganisation): Promise<OrganisationDetail> {
  const after = await change(ctx, patch);
  // The caller's session shows a new name immediately; cached sessions of others follow within seconds.
  if (ctx.actor.kind === "user") forgetSessions([ctx.actor.sessionId]);
  return toOrganisationDetail(ctx, after);
}

/**
 * Changes the tier and the rate limits, and records their values before and after. Other limits stay unchanged. For the
 * operator only: an organisation cannot raise its own limits. Throws `validation_failed` for unknown endpoint classes.
 */
export async function changeLimits(ctx: Context, { tier, limits = {} }: ChangeLimits): Promise<Organisation> {
  requireRateClasses("limits", limits);
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await lockOrganisation(tx, ctx.organisation.id);
    if (!stored) throw notFound("organisation");
    const merged = { ...readRateLimitOverrides(stored.rateLimitOverrides), ...limits };
    const own = Object.entries(merged).flatMap(([name, limit]) => (limit === null ? [] : [[name, limit] as const]));
    const patch = { ...(tier && { tier }), rateLimitOverrides: Object.fromEntries(own) };
    return toOrganisation(await change({ ...ctx, tx }, patch));
  });
}

/** The limits of all endpoint classes, for the operator. */
export function toLimits(organisation: Organisation): OrganisationLimits {
  const limits = (Object.keys(rateClasses) as RateClass[]).map((endpointClass) => ({
    endpointClass,
    limit: limitFor(organisation, endpointClass),
    tierLimit: rateClasses[endpointClass][organisation.tier],
  }));
  return { ...organisation, limits };
}

function change(
  ctx: Context,
  patch: UpdateOrganisation | Partial<Pick<Organisation, "tier" | "rateLimitOverrides">>,
): Promise<StoredOrganisation> {
  const { id } = ctx.organisation;
  return applyChange(ctx, {
    noun: "organisation",
    patch,
    expectedVersion: undefined,
    lock: async (tx) => {
      const stored = await lockOrganisation(tx, id);
      return stored && { ...stored, updatedAt: stored.createdAt };
    },
    view: (stored: StoredOrganisation) => stored,
    save: async (stored, { names, given }, tx) => {
      const before = Object.fromEntries(names.map((name) => [name, stored[name]]));
      const changed = await changeOrganisation(tx, id, given);
      await recordConfigurationChange(ctx, tx, {
        kind: "ORGANISATION_CHANGED",
        record: { table: "organisations", id },
        payload: { before, after: given },
      });
      return changed;
    },
  });
}

function toOrganisation(stored: StoredOrganisation): Organisation {
  const rateLimitOverrides = readRateLimitOverrides(stored.rateLimitOverrides);
  const requireSecondFactor = stored.requireSecondFactor ?? false;
  return Organisation.parse({ ...withIsoDates(stored), rateLimitOverrides, requireSecondFactor });
}

async function toOrganisationDetail(
  { organisation, clock }: Pick<Context, "organisation" | "clock">,
  stored: StoredOrganisation,
): Promise<OrganisationDetail> {
  const { rateLimitOverrides: _, ...shown } = toOrganisation(stored);
  const usage = await readUsage(organisation, clock);
  const limits = usage.map(({ resetSeconds, ...used }) => ({
    ...used,
    resetsAt: isoMilliseconds(resetSeconds * 1_000),
  }));
  return { ...shown, limits };
}

/**
 * The stored overrides, frozen. Invalid values are ignored, so that the tier's limit applies: an error in the table
 * must not lock the organisation out.
 */
export function readRateLimitOverrides(stored: unknown): Readonly<Record<string, number>> {
  if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return Object.freeze({});
  const { valueType } = RateLimitOverrides;
  return Object.freeze(
    Object.fromEntries(Object.entries(stored).filter(([, value]) => valueType.safeParse(value).success)),
  );
}

/**
 * Runs `work` for each of the next `limit` organisations after an ID. A failure of one organisation is logged with the
 * message `failed`, and does not stop the others.
 *
 * @returns the last ID, or undefined at the end. Maintenance over all organisations.
 */
export async function sweepOrganisations(
  { after, limit }: { after: string; limit: number },
  failed: string,
  work: (organisation: Organisation) => Promise<unknown>,
): Promise<{ after: string | undefined }> {
  const organisations = await listOrganisationsAfter(after, limit);
  for (const organisation of organisations) {
    try {
      await work(organisation);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId: organisation.id, err: error }, failed);
    }
  }
  return { after: organisations.length < limit ? undefined : organisations.at(-1)?.id };
}
