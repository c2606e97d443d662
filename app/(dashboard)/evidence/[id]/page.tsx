import { PageFor } from "@/app/(dashboard)/page-for";
import { EvidenceDetail } from "@/components/features/evidence/evidence-detail";
import { keys } from "@/components/ui/api/keys";
import { getPackage } from "@/lib/domains/evidence";

export default async function PackagePage({ params }: PageProps<"/evidence/[id]">) {
  const { id } = await params;
  return (
    <PageFor permission="evidence:read" queries={(ctx) => [[keys.evidence.one(id), () => getPackage(ctx, id)]]}>
      <EvidenceDetail id={id} />
    </PageFor>
  );
}
