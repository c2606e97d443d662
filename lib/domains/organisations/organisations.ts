import { genesisHash, recordConfigurationChange } from "@/lib/domains/audit-chain";
import {
  type CreateOrganisation,
  Organisation,
  type OrganisationDetail,
  RateLimitOverrides,
  type UpdateOrganisation,
} from "@/lib/domains/organisations/schemas";
import {
  changeOrganisation,
  findOrganisations,
  findStoredOrganisation,
  insertOrganisation,
  lockOrganisation,
  type StoredOrganisation,
  settable,
} from "@/lib/domains/organisations/store";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forgetSessions } from "@/lib/platform/core/lookup-cache";
import { inTransaction } from "@/lib/platform/database/db";
import { rateClasses, readUsage } from "@/lib/platform/rate-limits";

/** How long things are kept where nothing else was agreed, in days. */
const retention = {
  evidenceRetentionDays: 365,
  webhookRetentionDays: 90,
  mailRetentionDays: 365,
  observationRetentionDays: 400,
  reportRetentionDays: 365,
} as const;

/**
 * Makes an organisation, its empty chain and its system model, all or nothing. Throws `validation_failed` for overrides
 * of an endpoint class that there is not.
 */
export async function createOrganisation(
  input: CreateOrganisation,
  clock: Clock,
): Promise<{ id: string; systemModelId: string }> {
  const rateLimitOverrides = input.rateLimitOverrides ?? {};
  const unknown = Object.keys(rateLimitOverrides).filter((name) => !Object.hasOwn(rateClasses, name));
  if (unknown.length > 0) {
    const message = `is not an endpoint class: ${Object.keys(rateClasses).join(", ")}`;
    throw validationFailed(unknown.map((name) => ({ path: `rateLimitOverrides.${name}`, message })));
  }
  const nowMs = clock.now();
  const id = newId("organisation", nowMs);
  const systemModelId = newId("model", nowMs);
  const { name, tier, livemode, ownerEmail = null } = input;
  const { evidenceRetentionDays = retention.evidenceRetentionDays, contentErasure = false } = input;
  const allowances = { contentErasure, assignToMembersOnly: false };
  const createdAt = new Date(nowMs);
  await inTransaction(undefined, (tx) =>
    insertOrganisation(
      tx,
      {
        ...{ ...retention, ...allowances },
        ...{ id, name, tier, livemode, rateLimitOverrides, ownerEmail, evidenceRetentionDays, createdAt },
      },
      { position: 0, blockHash: genesisHash },
      { id: systemModelId, name: "System", description: "Carries the events that belong to no registered model." },
    ),
  );
  return { id, systemModelId };
}

/** The caller's organisation, with what it may do a minute and what it has done in this one. */
export async function getOrganisation(ctx: Context): Promise<OrganisationDetail> {
  const stored = await findStoredOrganisation(ctx.organisation.id);
  if (!stored) throw notFound("organisation");
  return toOrganisationDetail(ctx, stored);
}

/** For programs of the operator: a request knows its organisation by its key. */
export async function findOrganisation(id: string): Promise<Organisation | undefined> {
  const stored = await findStoredOrganisation(id);
  return stored ? toOrganisation(stored) : undefined;
}

/** The service itself, acting for an organisation. Throws if the organisation does not exist. */
export async function systemContext(organisationId: string, id: string, clock: Clock) {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(`There is no organisation ${organisationId}.`);
  return { organisation, actor: { kind: "system" as const, id }, clock };
}

/** For programs of the operator: the oldest organisations, at most `limit`. */
export async function listOrganisations(limit: number): Promise<Organisation[]> {
  return (await findOrganisations(limit)).map(toOrganisation);
}

/** For maintenance: the next organisations after an id, at most `limit`. */
export async function listOrganisationsBehind(after: string, limit: number): Promise<Organisation[]> {
  return (await findOrganisations(limit, after)).map(toOrganisation);
}

/** Changes settings and records the change with its values before and after. A change of nothing is no event. */
export async function updateOrganisation(ctx: Context, change: UpdateOrganisation): Promise<OrganisationDetail> {
  const { id } = ctx.organisation;
  const after = await inTransaction(ctx.tx, async (tx) => {
    const before = await lockOrganisation(tx, id);
    if (!before) throw notFound("organisation");
    const changed = settable.filter((name) => change[name] !== undefined && change[name] !== before[name]);
    if (changed.length === 0) return before;
    const stored = await changeOrganisation(tx, id, only(change as Settings, changed));
    await recordConfigurationChange(ctx, tx, {
      kind: "ORGANISATION_CHANGED",
      record: { table: "organisations", id },
      payload: { before: only(before, changed), after: only(stored, changed) },
    });
    return stored;
  });
  // Who changed its name sees the new one at once; others within the seconds that a session is kept.
  if (ctx.actor.kind === "user") forgetSessions([ctx.actor.sessionId]);
  return toOrganisationDetail(ctx, after);
}

type Settings = Pick<StoredOrganisation, (typeof settable)[number]>;

function only(given: Settings, names: readonly (typeof settable)[number][]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

function toOrganisation(stored: StoredOrganisation): Organisation {
  return Organisation.parse({
    ...stored,
    rateLimitOverrides: readRateLimitOverrides(stored.rateLimitOverrides),
    createdAt: stored.createdAt.toISOString(),
  });
}

/** A stored organisation as its own people see it, with what is used of its limits now. */
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
 * The stored overrides of an organisation, frozen. What is not a whole number of requests is left out, so that the
 * tier's figure holds: a slip in the table must not lock the organisation out.
 */
export function readRateLimitOverrides(stored: unknown): Readonly<Record<string, number>> {
  if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return Object.freeze({});
  const figure = RateLimitOverrides.valueType;
  return Object.freeze(
    Object.fromEntries(Object.entries(stored).filter(([, value]) => figure.safeParse(value).success)),
  );
}
