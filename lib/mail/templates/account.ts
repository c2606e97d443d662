import type { Block } from "@/lib/mail/content";

/** What every mail about somebody's own account is told. */
export interface AccountMail {
  organisation: { id: string; name: string };
  /** Whom it is written to. */
  name: string;
}

/** What to do where the one who reads it has not done what it tells of. */
export function notYou(text: string): Block {
  return { kind: "paragraph", text: `If this was not you: ${text}` };
}

export function memberBecause({ organisation }: AccountMail): string {
  return `You receive this automatic message because you are a member of ${organisation.name} at the Governance Audit Service.`;
}
