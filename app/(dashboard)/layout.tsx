import type { ReactNode } from "react";
import { initialActivity } from "@/app/(dashboard)/initial-activity";
import { Providers } from "@/components/ui/page/providers";
import { Shell } from "@/components/ui/shell/shell";
import { documentSettings } from "@/components/ui/theme/document-settings";
import { requireSession } from "@/lib/platform/auth/page-context";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  return (
    <Providers session={session} activity={await initialActivity()} {...(await documentSettings())}>
      <Shell>{children}</Shell>
    </Providers>
  );
}
