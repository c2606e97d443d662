import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import { shownTime } from "@/lib/mail/templates/endpoint";

export interface AccountChangedMail {
  organisation: { id: string; name: string };
  /** Whose account was changed. */
  account: { name: string; email: string };
  /** What was changed: `role changed from analyst to approver`. */
  change: string;
  /** Null for the operator's command line, the identity provider or the service itself. */
  changedBy: string | null;
  at: Date;
  membersUrl: string;
}

/** Notifies administrators that another member's rights or credentials were changed. */
export function accountChangedMail(given: AccountChangedMail): RenderedMail {
  const { organisation, account, change, changedBy, at, membersUrl } = given;
  return renderMail({
    subject: `Account change: ${account.email}`,
    preheader: `${account.name}: ${change}.`,
    title: `An account in ${organisation.name} was changed`,
    blocks: [
      {
        kind: "facts",
        facts: [
          { name: "Member", value: `${account.name} (${account.email})` },
          { name: "Change", value: change },
          { name: "Changed by", value: changedBy ?? "The service operator or the identity provider" },
          { name: "Time", value: shownTime(at) },
          { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
        ],
      },
      {
        kind: "paragraph",
        text: "If you did not expect this change, contact the person who made it. If you cannot confirm the change, disable the account and review recent exceptions.",
      },
      { kind: "link", text: "Review members", url: membersUrl },
    ],
    reason: `You receive this automatic message because you are an administrator of ${organisation.name} at the Governance Audit Service.`,
  });
}
