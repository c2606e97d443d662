import type { Transaction } from "@/lib/db";
import { deleteMailsBefore } from "@/lib/mail/store";
import type { Outdated } from "@/lib/periods";

/** Deletes an organisation's mails from before a time that wait for nothing any more. Answers how many. */
export async function deleteOldMails(tx: Transaction, organisationId: string, outdated: Outdated): Promise<number> {
  return deleteMailsBefore(tx, organisationId, outdated);
}
