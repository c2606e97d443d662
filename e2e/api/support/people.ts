import { Secret, TOTP } from "otpauth";
import { beginSecondFactor, confirmSecondFactor, inviteMember, inviteWithLink } from "@/lib/domains/members";
import { sendPasswordReset } from "@/lib/domains/members/password-resets";
import type { Member } from "@/lib/domains/members/schemas";
import { join } from "@/lib/domains/members/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { getMail, listMails } from "@/lib/platform/mail";
import type { TestOrganisation } from "../../support/organisation";

/** An unused address. */
export function newAddress(): string {
  return `${newId("member").replace("_", ".")}@example.com`;
}

/** Invites two people. Returns the second, with the e-mail sent to them. */
export async function inviteSomebody(organisation: TestOrganisation): Promise<{ member: Member; mailId: string }> {
  const ctx = contextOf(organisation);
  const invite = () => inviteMember(ctx, { email: newAddress(), name: "Ada Analyst", role: "ANALYST" });
  await invite();
  const member = await invite();
  return { member, mailId: (await newestMail(organisation)).id };
}

/** The token of an open invitation. */
export async function invitationToken(organisation: TestOrganisation): Promise<string> {
  const invitation = { email: newAddress(), name: "Ada Analyst", role: "ANALYST" } as const;
  const { invitationUrl } = await inviteWithLink(contextOf(organisation), invitation);
  return new URL(invitationUrl).hash.slice("#token=".length);
}

/** The token e-mailed to a member who requested a password reset. */
export async function resetToken(organisation: TestOrganisation): Promise<string> {
  const member = await join(contextOf(organisation));
  await sendPasswordReset({ ...member, organisationId: organisation.id }, systemClock);
  const mail = await getMail((await newestMail(organisation)).id);
  return /#token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Creates a member with two-factor authentication. Returns their ID. */
export async function withSecondFactor(organisation: TestOrganisation): Promise<string> {
  const ctx = contextOf(organisation);
  const { id, email, name, role } = await join(ctx);
  const own: Context = { ...ctx, actor: { kind: "user", id, email, name, role, sessionId: "" } };
  const { secret } = await beginSecondFactor(own);
  await confirmSecondFactor(own, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  return id;
}

async function newestMail({ id: organisationId }: TestOrganisation): Promise<{ id: string }> {
  const [mail] = await listMails({ organisationId, limit: 1 });
  if (!mail) throw new Error("there is no mail");
  return mail;
}

function contextOf(organisation: TestOrganisation): Context {
  return {
    organisation,
    actor: { kind: "system", id: "e2e" },
    scopes: new Set(),
    clock: systemClock,
    requestId: newId("request"),
  };
}
