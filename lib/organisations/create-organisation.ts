import { genesisHash } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { validationFailed } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { CreateOrganisation } from "@/lib/organisations/schemas";
import { insertOrganisation } from "@/lib/organisations/store";
import { rateClasses } from "@/lib/rate-limits";

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
