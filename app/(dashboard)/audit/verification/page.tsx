import { PageFor } from "@/app/(dashboard)/page-for";
import { VerificationPage } from "@/components/features/audit-chain/verification-page";
import { keys } from "@/components/ui/api/keys";
import { getCheckpoint } from "@/lib/domains/audit-chain";

export default function VerificationRoute() {
  return (
    <PageFor permission="audit:read" queries={(ctx) => [[keys.checkpoints.latest(), () => getCheckpoint(ctx)]]}>
      <VerificationPage />
    </PageFor>
  );
}
