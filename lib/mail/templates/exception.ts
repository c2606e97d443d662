import type { Block, Fact } from "@/lib/mail/content";
import { shownTime } from "@/lib/mail/templates/endpoint";

/** What a mail about a request for an exception is told. */
export interface ExceptionMail {
  organisation: { id: string; name: string };
  detection: { id: string; provider: string; endpoint: string };
  request: {
    id: string;
    /** APPROVED or REJECTED once it is decided. */
    status: string;
    justification: string;
    expiresAt: Date;
    requestedBy: string;
    decidedBy: string | null;
    decisionNote: string | null;
  };
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

export function exceptionFacts({ detection, request, organisation }: ExceptionMail, more: Fact[] = []): Block {
  return {
    kind: "facts",
    facts: [
      { name: "Use", value: `${detection.provider} at ${detection.endpoint}` },
      { name: "Detection", value: detection.id, code: true },
      { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
      { name: "Until", value: shownTime(request.expiresAt) },
      { name: "Justification", value: request.justification },
      ...more,
    ],
  };
}

/** Where the detection is shown, for those who know where the service is. */
export function exceptionLink({ publicUrl, detection }: ExceptionMail): Block[] {
  if (publicUrl === undefined) return [];
  return [
    { kind: "link", text: "Look at the detection", url: `${publicUrl.replace(/\/+$/, "")}/shadow-ai/${detection.id}` },
  ];
}
