import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { activityBefore } from "@/app/(dashboard)/activity-before";
import { Prefetched } from "@/components/ui/page/prefetched";
import { Forbidden } from "@/components/ui/page/state-page";
import { pageContext } from "@/lib/platform/auth/page-context";
import type { Context } from "@/lib/platform/core/context";
import { may, type Permission } from "@/lib/platform/core/roles";

interface PageForProps {
  /** What one has to be allowed to do to see the page. */
  permission: Permission;
  /** The queries it begins with: the browser's key, and the verb that answers what the API would. */
  queries?: (ctx: Context) => (readonly [key: QueryKey, load: () => Promise<unknown>])[];
  children: ReactNode;
}

/** A page of the dashboard with what it shows, for those who may see it; others are told that they may not. */
export async function PageFor({ permission, queries, children }: PageForProps) {
  const ctx = await pageContext();
  if (!may(ctx, permission)) return <Forbidden />;
  await activityBefore();
  return <Prefetched queries={queries?.(ctx) ?? []}>{children}</Prefetched>;
}
