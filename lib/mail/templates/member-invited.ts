import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import type { AccountMail } from "@/lib/mail/templates/account";
import { shownTime } from "@/lib/mail/templates/endpoint";

export interface MemberInvitedMail extends AccountMail {
  /** Who invites; null where it was done by a program. */
  invitedBy: string | null;
  role: string;
  /** With the token behind `#`. */
  invitationUrl: string;
  expiresAt: Date;
}

/** Invites somebody to an organisation, with the link that makes them a member. */
export function memberInvitedMail(given: MemberInvitedMail): RenderedMail {
  const { organisation, name, invitedBy, role, invitationUrl, expiresAt } = given;
  const invited = invitedBy === null ? "You are invited" : `${invitedBy} invites you`;
  return renderMail({
    subject: `Your invitation to ${organisation.name}`,
    preheader: `${invited} to the Governance Audit Service. The link works until ${shownTime(expiresAt)}.`,
    title: `You are invited to ${organisation.name}`,
    blocks: [
      { kind: "paragraph", text: `${name}, ${invited.replace("You", "you")} to the Governance Audit Service.` },
      {
        kind: "facts",
        facts: [
          { name: "Organisation", value: organisation.name },
          { name: "Role", value: role },
          { name: "Works until", value: shownTime(expiresAt) },
        ],
      },
      { kind: "link", text: "Accept the invitation and choose a password", url: invitationUrl },
      { kind: "paragraph", text: "The link is for you alone and works once. Do not pass this message on." },
    ],
    reason: `You receive this automatic message because somebody at ${organisation.name} entered your address. If you do not expect it, leave it: nothing happens without you.`,
  });
}
