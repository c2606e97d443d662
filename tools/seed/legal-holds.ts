import type { GovernanceClient } from "@/clients/typescript/src";
import type { DemoModelKey } from "./models";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Places an active hold and one that was released. Leaves an organisation alone that has holds. `endMs`: where the organisation's past ends.
 */
export async function seedLegalHolds(
  client: GovernanceClient,
  { modelIds, endMs }: { modelIds: ReadonlyMap<DemoModelKey, string>; endMs: number },
): Promise<number> {
  const { pagination } = await client.legalHolds.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  const inquiry = await client.legalHolds.create(
    {
      name: "Inquiry of the supervisor, spring",
      reason: "The supervisor asked how transactions were scored in the spring.",
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
 * Erases the content of the newest event of a model that is at least a day older than the end of the organisation's past
 * (`endMs`), where the organisation allows it. Returns whether it did: an event that is erased already stays as it is.
 */
export async function seedErasure(client: GovernanceClient, modelId: string, endMs: number): Promise<boolean> {
  const { contentErasure } = await client.organisation.get();
  const to = new Date(endMs - dayMs).toISOString();
  const [event] = (await client.audit.list({ modelId, to, limit: 1 })).data;
  if (!contentErasure || !event || event.erased) return false;
  const because = { legalBasis: "GDPR_ART_17", reference: "DSR-2026-0117" } as const;
  await client.audit.erase(event.id, because, { idempotencyKey: "ide_seed-erasure" });
  return true;
}
