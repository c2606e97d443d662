"use client";

import { createContext, type ReactNode, use } from "react";
import type { Session } from "@/lib/platform/auth/schemas";
import type { Permission, Role } from "@/lib/platform/core/roles";

export type { Session } from "@/lib/platform/auth/schemas";

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("There is no session outside the dashboard's layout.");
  return session;
}

/** Whether who is signed in may do something. What is shown by it is a convenience: the service enforces it. */
export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

interface MayProps {
  permission: Permission;
  /** Shown to those who may not; nothing by default. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its children to those who may do something. */
export function May({ permission, otherwise = null, children }: MayProps) {
  return useMay(permission) ? children : otherwise;
}

/** Roles as people call them. */
export const roleNames: Record<Role, string> = {
  VIEWER: "Viewer",
  ANALYST: "Analyst",
  MODEL_OWNER: "Model owner",
  APPROVER: "Approver",
  AUDITOR: "Auditor",
  ADMIN: "Administrator",
};
