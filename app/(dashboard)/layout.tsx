import type { ReactNode } from "react";
import { activityBefore } from "@/app/(dashboard)/activity-before";
import { Providers } from "@/components/ui/page/providers";
import { Shell } from "@/components/ui/shell/shell";
import { documentSettings } from "@/components/ui/theme/document-settings";
import { requireSession } from "@/lib/platform/auth/page-context";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  return (
    <Providers session={session} activity={await activityBefore()} {...(await documentSettings())}>
      <Shell>{children}</Shell>
    </Providers>
  );
}
