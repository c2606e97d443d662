import type { QueryKey } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { initialActivity } from "@/app/(dashboard)/initial-activity";
import { Forbidden } from "@/components/ui/page/forbidden";
import { Prefetched } from "@/components/ui/page/prefetched";
import { pageContext } from "@/lib/platform/auth/page-context";
import type { Context } from "@/lib/platform/core/context";
import { may, type Permission } from "@/lib/platform/core/roles";

interface PageForProps {
  /** Required to open the page. */
  permission: Permission;
  /** The query keys with functions that return the same data as the API. */
  queries?: (ctx: Context) => (readonly [key: QueryKey, load: () => Promise<unknown>])[];
  children: ReactNode;
}

/** A dashboard page with its data, or an error page for users without the permission. */
export async function PageFor({ permission, queries, children }: PageForProps) {
  const ctx = await pageContext();
  if (ctx.actor.kind === "user" && ctx.actor.lacksSecondFactor && permission !== "account") redirect("/account");
  if (!may(ctx, permission)) return <Forbidden permission={permission} assignsRoles={may(ctx, "admin")} />;
  await initialActivity();
  return <Prefetched queries={queries?.(ctx) ?? []}>{children}</Prefetched>;
}
