import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { VerificationPage } from "@/components/audit/verification-page";
import { getCheckpoint } from "@/lib/audit-chain";

export default function VerificationRoute() {
  return (
    <PageFor permission="audit:read" queries={(ctx) => [[keys.checkpoints.latest(), () => getCheckpoint(ctx)]]}>
      <VerificationPage />
    </PageFor>
  );
}
