import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { EvidenceDetail } from "@/components/evidence/evidence-detail";
import { getPackage } from "@/lib/evidence";

export default async function PackagePage({ params }: PageProps<"/evidence/[id]">) {
  const { id } = await params;
  return (
    <PageFor permission="evidence:read" queries={(ctx) => [[keys.evidence.one(id), () => getPackage(ctx, id)]]}>
      <EvidenceDetail id={id} />
    </PageFor>
  );
}
