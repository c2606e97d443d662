import type { Transaction } from "@/lib/db";
import { enqueue } from "@/lib/jobs/outbox-store";

/** Has the organisation's changed uses looked at once this is committed. One request that waits is enough: it sees all. */
export async function askForAnalysis(tx: Transaction, organisationId: string): Promise<void> {
  const key = `shadow-ai-traffic/${organisationId}`;
  await enqueue(tx, [{ name: "shadow-ai/traffic.added", data: { organisationId } }], { key });
}
