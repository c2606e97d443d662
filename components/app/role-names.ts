import type { Role } from "@/lib/roles";

/** Roles as people call them. */
export const roleNames: Record<Role, string> = {
  VIEWER: "Viewer",
  ANALYST: "Analyst",
  MODEL_OWNER: "Model owner",
  APPROVER: "Approver",
  AUDITOR: "Auditor",
  ADMIN: "Administrator",
};
