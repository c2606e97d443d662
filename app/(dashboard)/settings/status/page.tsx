import { notFound } from "next/navigation";
import { Suspense } from "react";
import { StatusDisabled, StatusPage, StatusPanels } from "@/components/features/service-status/status-page";
import { statusPage as texts } from "@/components/features/service-status/texts";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { Forbidden } from "@/components/ui/page/forbidden";
import { pageContext } from "@/lib/platform/auth/page-context";
import { env } from "@/lib/platform/config/env";
import { may } from "@/lib/platform/core/roles";
import { isOperator, readServiceStatus } from "@/lib/platform/status";

/** Only administrators of OPERATOR_ORGANISATION see the status: it covers all organisations. */
export default async function StatusRoute() {
  const ctx = await pageContext();
  if (!may(ctx, "admin")) return <Forbidden permission="admin" assignsRoles={false} />;
  if (env().OPERATOR_ORGANISATION === undefined) return <StatusDisabled />;
  if (!isOperator(ctx)) notFound();
  return (
    <StatusPage>
      <Suspense fallback={<Skeletons.Card height={480} label={texts.theStatus} />}>
        <Status />
      </Suspense>
    </StatusPage>
  );
}

async function Status() {
  return <StatusPanels status={await readServiceStatus(await pageContext())} />;
}
