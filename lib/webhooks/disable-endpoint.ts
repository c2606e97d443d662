import type { Transaction } from "@/lib/db";
import type { DeliveryFigures } from "@/lib/mail/templates/endpoint-mails";
import { type Organisation, queueOwnerMail } from "@/lib/webhooks/owner-mail";
import { recordEndpointChange } from "@/lib/webhooks/record-change";
import { changeEndpoint, endUndelivered, type StoredEndpoint } from "@/lib/webhooks/store";

export interface DisableCause {
  /** A sentence for the endpoint's owner. */
  reason: string;
  at: Date;
  /** Null where figures are not the cause. */
  figures: DeliveryFigures | null;
  /** When the oldest delivery that may be worth recovering was made. */
  recoverSince: Date;
}

/**
 * Disables an endpoint on the service's own behalf, as the last thing in a transaction that holds the locks of the
 * organisation's endpoints and of this one: what is not delivered yet ends, the owner gets a mail, the chain an event.
 */
export async function disableEndpoint(
  tx: Transaction,
  organisation: Organisation,
  endpoint: StoredEndpoint,
  { reason, at, figures, recoverSince }: DisableCause,
): Promise<void> {
  const clock = { now: () => at.getTime() };
  const disabled = await changeEndpoint(tx, organisation.id, endpoint.id, {
    active: false,
    disabledAt: at,
    disabledReason: reason,
    updatedAt: new Date(Math.max(at.getTime(), endpoint.updatedAt.getTime())),
  });
  await endUndelivered(tx, organisation.id, endpoint.id, { reason: "endpoint_disabled", at });
  await queueOwnerMail(
    tx,
    organisation,
    disabled,
    {
      template: "endpoint-disabled",
      told: { reason, disabledAt: at, figures, recoverSince },
    },
    clock,
  );
  const ctx = { organisation, actor: { kind: "system", id: "webhooks" } as const, clock };
  await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_DISABLED", endpoint: disabled, more: { reason } });
}
