import type { Transaction } from "@/lib/db";

/**
 * Held until the transaction ends by everybody who changes an organisation's detections, and taken before any other lock:
 * of two changes the second sees the first, and none waits for the other in a circle over the counts that triggers keep.
 */
export async function lockDetections(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`shadow-ai-detections ${organisationId}`}, 0))::text`;
}
