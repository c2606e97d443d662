"use client";

import { createContext, type ReactNode, use } from "react";
import type { Session } from "@/lib/platform/auth/schemas";
import type { Permission } from "@/lib/platform/core/roles";

export type { Session } from "@/lib/platform/auth/schemas";

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession requires the dashboard layout.");
  return session;
}

/** Whether the user has a permission. For display only: the API enforces permissions. */
export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

interface MayProps {
  permission: Permission;
  /** Shown without the permission. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its children to users with a permission. */
export function May({ permission, otherwise = null, children }: MayProps) {
  return useMay(permission) ? children : otherwise;
}
