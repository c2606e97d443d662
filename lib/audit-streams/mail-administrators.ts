import type { Clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { auditStreamMail, queueMail } from "@/lib/mail";
import type { AuditStreamMail } from "@/lib/mail/templates/audit-stream";
import { findAdministratorAddresses } from "@/lib/members";
import type { findOrganisation } from "@/lib/organisations";

type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

/** Puts a mail to each administrator into the queue, with the transaction; to the account's owner where there is none. */
export async function mailAdministrators(
  tx: Transaction,
  organisation: Organisation,
  told: Omit<AuditStreamMail, "organisation" | "publicUrl">,
  clock: Clock,
): Promise<void> {
  const { id: organisationId, ownerEmail } = organisation;
  const administrators = await findAdministratorAddresses(tx, organisationId, new Date(clock.now()));
  const recipients = administrators.length > 0 ? administrators : ownerEmail === null ? [] : [ownerEmail];
  const rendered = auditStreamMail({ ...told, organisation, publicUrl: env().PUBLIC_URL });
  for (const to of recipients) {
    await queueMail(tx, { organisationId, to, template: `audit-stream-${told.trouble}`, ...rendered }, clock);
  }
}
