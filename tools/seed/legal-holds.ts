import type { GovernanceClient } from "@/clients/typescript/src";
import type { DemoModelKey } from "./models";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates an active and a released hold. Skips organisations that already have holds. `endMs`: the time of the last event.
 */
export async function seedLegalHolds(
  client: GovernanceClient,
  { modelIds, endMs }: { modelIds: ReadonlyMap<DemoModelKey, string>; endMs: number },
): Promise<number> {
  const { pagination } = await client.legalHolds.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  const inquiry = await client.legalHolds.create(
    {
      name: "Supervisory inquiry, spring",
      reason: "The supervisor requested information on transaction scoring in the spring.",
      reference: "REG-2026-0031",
      dateRange: { from: new Date(endMs - 200 * dayMs).toISOString(), to: new Date(endMs - 120 * dayMs).toISOString() },
    },
    { idempotencyKey: "ide_seed-hold-inquiry" },
  );
  await client.legalHolds.release(inquiry.id, { reason: "The supervisor closed the inquiry without findings." });
  await client.legalHolds.create(
    {
      name: "Complaint 2026/118",
      reason: "The complainant announced proceedings over a declined application.",
      reference: "LIT-2026-0118",
      modelIds: ["creditScoring", "kycDocuments"].map((key) => modelIds.get(key as DemoModelKey) ?? ""),
      dateRange: { from: new Date(endMs - 90 * dayMs).toISOString(), to: new Date(endMs).toISOString() },
    },
    { idempotencyKey: "ide_seed-hold-complaint" },
  );
  return 2;
}

/**
 * Erases the content of a model's latest event that is at least a day older than `endMs`, if the organisation allows it.
 * Returns whether an event was erased.
 */
export async function seedErasure(client: GovernanceClient, modelId: string, endMs: number): Promise<boolean> {
  const { contentErasure } = await client.organisation.get();
  const to = new Date(endMs - dayMs).toISOString();
  const [event] = (await client.audit.list({ modelId, to, limit: 1 })).data;
  if (!contentErasure || !event || event.erased) return false;
  const request = { legalBasis: "GDPR_ART_17", reference: "DSR-2026-0117" } as const;
  await client.audit.erase(event.id, request, { idempotencyKey: "ide_seed-erasure" });
  return true;
}
