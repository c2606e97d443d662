import { alertSource } from "@/lib/alert-policies/compile-policies";
import { findPolicyIds } from "@/lib/alert-policies/store";
import { findEventsOfSources } from "@/lib/audit-chain";
import type { Transaction } from "@/lib/db";

/** The events of alerts that policies, also deleted ones, raised about an event. */
export async function findAlertsAbout(tx: Transaction, organisationId: string, eventId: string): Promise<string[]> {
  const policyIds = await findPolicyIds(tx, organisationId);
  return findEventsOfSources(
    tx,
    organisationId,
    policyIds.map((id) => `${alertSource}${id} ${eventId}`),
  );
}
