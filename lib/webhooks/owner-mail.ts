import type { Clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { deliveryFailedMail, endpointDisabledMail, endpointWarnedMail, queueMail } from "@/lib/mail";
import type { DeliveryFailedMail, EndpointDisabledMail, EndpointWarnedMail } from "@/lib/mail/templates/endpoint-mails";
import type { findOrganisation } from "@/lib/organisations";
import type { StoredEndpoint } from "@/lib/webhooks/store";

/** An organisation, with its owner. */
export type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

type Told<Mail> = Omit<Mail, "organisation" | "endpoint" | "publicUrl">;

/** What the owner of an account can be told of one of its endpoints. */
export type OwnerMail =
  | { template: "delivery-failed"; told: Told<DeliveryFailedMail> }
  | { template: "endpoint-warned"; told: Told<EndpointWarnedMail> }
  | { template: "endpoint-disabled"; told: Told<EndpointDisabledMail> };

/** Puts a mail to the account's owner into the queue, with the transaction. Where no owner is known nobody is told. */
export async function queueOwnerMail(
  tx: Transaction,
  organisation: Organisation,
  endpoint: StoredEndpoint,
  mail: OwnerMail,
  clock: Clock,
): Promise<void> {
  if (organisation.ownerEmail === null) return;
  const { template } = mail;
  const rendered = render(mail, { organisation, endpoint, publicUrl: env().PUBLIC_URL });
  await queueMail(tx, { organisationId: organisation.id, to: organisation.ownerEmail, template, ...rendered }, clock);
}

function render(mail: OwnerMail, about: Pick<DeliveryFailedMail, "organisation" | "endpoint" | "publicUrl">) {
  switch (mail.template) {
    case "delivery-failed":
      return deliveryFailedMail({ ...about, ...mail.told });
    case "endpoint-warned":
      return endpointWarnedMail({ ...about, ...mail.told });
    case "endpoint-disabled":
      return endpointDisabledMail({ ...about, ...mail.told });
  }
}
