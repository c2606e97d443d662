import type { Role } from "@/lib/platform/core/roles";
import { common } from "./texts";

export const roleDescriptions: Record<Role, string> = {
  VIEWER: "Reads the audit trail and detections",
  ANALYST: "Triages detections, requests exceptions and generates evidence",
  MODEL_OWNER: "Maintains their own models and generates evidence for them",
  APPROVER: "Approves or rejects exceptions, and manages detection settings and models",
  AUDITOR: "Reads all audit data and generates evidence",
  ADMIN: "Manages members, API keys and webhooks, but cannot make decisions about detections",
};

/** Confirms an invitation. Without an SMTP server, it is not sent. */
export function invitationText(email: string, isSent: boolean): string {
  return isSent
    ? `Invitation sent to ${email}.`
    : `Invitation for ${email} created but not sent, because no mail server is configured. ${common.linkFromOperator}`;
}
