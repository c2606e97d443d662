import { PageFor } from "@/app/(dashboard)/page-for";
import { VerificationPage } from "@/components/features/audit-chain/verification-page";
import { keys } from "@/components/ui/api/keys";
import { publishCheckpoint, readAttestationStatus } from "@/lib/domains/audit-chain";
import { pageContext } from "@/lib/platform/auth/page-context";

export default function VerificationRoute() {
  return (
    <PageFor permission="audit:read" queries={(ctx) => [[keys.checkpoints.latest(), () => publishCheckpoint(ctx, {})]]}>
      <Verification />
    </PageFor>
  );
}

async function Verification() {
  const { organisation } = await pageContext();
  return <VerificationPage attestations={await readAttestationStatus(organisation.id)} />;
}
