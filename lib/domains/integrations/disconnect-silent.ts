import { appendInTransaction } from "@/lib/domains/audit-chain";
import { findSilent, integrations, type StoredIntegration } from "@/lib/domains/integrations/store";
import { findOrganisation } from "@/lib/domains/organisations";
import { publish } from "@/lib/domains/webhooks";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** Maximum number of integrations per sweep; the next sweep continues. */
const integrationsMax = 500;

/**
 * Reports integrations that exceeded their silence period as disconnected, once until the next delivery: in the
 * integration's row, on the chain and by webhook, in one commit. Returns the number of integrations.
 */
export async function disconnectSilent(clock: Clock): Promise<number> {
  const silent = await findSilent(new Date(clock.now()), integrationsMax);
  let disconnected = 0;
  for (const { organisationId, id } of silent) {
    try {
      disconnected += await disconnect(organisationId, id, clock);
    } catch (error) {
      // A failure of one organisation must not delay the others.
      log().error(
        { err: error, organisationId, integrationId: id },
        "a silent integration could not be marked as disconnected",
      );
    }
  }
  return disconnected;
}

async function disconnect(organisationId: string, id: string, clock: Clock): Promise<number> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return 0;
  const nowMs = clock.now();
  return inTransaction(undefined, async (tx) => {
    const locked = await integrations.lockRow(tx, organisationId, id);
    // Checked again under the lock: a delivery, a change or another sweep may have been faster.
    if (!locked || !isSilent(locked, nowMs)) return 0;
    const disconnectedAt = new Date(nowMs);
    await integrations.change(tx, locked, { disconnectedAt });
    const { kind, name } = locked;
    const lastSeenAt = locked.lastSeenAt?.toISOString() ?? null;
    const reason = reasonOf(locked);
    await publish(tx, {
      ...{ organisation, clock },
      type: "integration.disconnected",
      data: { id, source: kind, name, lastSeenAt, reason },
      sourceKey: `integration.disconnected ${id} ${disconnectedAt.toISOString()}`,
      occurredAtMs: nowMs,
    });
    await appendInTransaction({ organisation, actor: { kind: "system", id: "integrations" }, clock }, tx, [
      {
        eventType: "ALERT",
        severity: "MEDIUM",
        payload: { kind: "INTEGRATION_DISCONNECTED", integrationId: id, product: kind, name, lastSeenAt, reason },
        records: [{ table: "integrations", id }],
      },
    ]);
    return 1;
  });
}

const hourMs = 60 * 60 * 1_000;

function isSilent(
  { enabled, disconnectedAt, silentAfterHours, listeningSince, lastSeenAt }: StoredIntegration,
  nowMs: number,
): boolean {
  if (!enabled || disconnectedAt !== null || silentAfterHours === null) return false;
  const sinceMs = Math.max(listeningSince.getTime(), lastSeenAt?.getTime() ?? 0);
  return nowMs - sinceMs >= silentAfterHours * hourMs;
}

function reasonOf({ silentAfterHours }: StoredIntegration): string {
  const time = silentAfterHours === 1 ? "an hour" : `${silentAfterHours} hours`;
  return `No delivery has been received for ${time}.`;
}
