import type { Transaction } from "@/lib/db";
import { queueMail, secondFactorChangedMail } from "@/lib/mail";
import type { SecondFactorChange } from "@/lib/mail/templates/second-factor-changed";
import type { MemberContext } from "@/lib/members/member-context";
import type { StoredMember } from "@/lib/members/store";
import { publicUrl } from "@/lib/public-url";

/** Writes to a member what became of their second factor, in the transaction that changes it. */
export async function tellSecondFactorChange(
  { organisation, clock }: Pick<MemberContext, "organisation" | "clock">,
  tx: Transaction,
  member: Pick<StoredMember, "email" | "name">,
  change: SecondFactorChange,
): Promise<void> {
  const mail = secondFactorChangedMail({
    organisation,
    name: member.name,
    at: new Date(clock.now()),
    accountUrl: publicUrl("/account"),
    ...change,
  });
  const template = "second-factor-changed";
  await queueMail(tx, { organisationId: organisation.id, to: member.email, template, ...mail }, clock);
}
