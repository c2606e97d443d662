import { PageFor } from "@/app/(dashboard)/page-for";
import { VerificationPage } from "@/components/features/audit-chain/verification-page";
import { keys } from "@/components/ui/api/keys";
import { listFindings, listVerifications, publishCheckpoint, readAttestationStatus } from "@/lib/domains/audit-chain";
import { readOverview } from "@/lib/domains/overview";
import { pageContext } from "@/lib/platform/auth/page-context";

export default function VerificationRoute() {
  return (
    <PageFor
      permission="audit:read"
      queries={(ctx) => [
        [keys.checkpoints.latest(), () => publishCheckpoint(ctx, {})],
        [keys.overview(), () => readOverview(ctx)],
        [keys.findings.list(), () => listFindings(ctx, { limit: 100 })],
        [keys.verifications.list({ limit: 10 }), () => listVerifications(ctx, { limit: 10 })],
      ]}
    >
      <Verification />
    </PageFor>
  );
}

async function Verification() {
  const { organisation } = await pageContext();
  return <VerificationPage attestations={await readAttestationStatus(organisation.id)} />;
}
