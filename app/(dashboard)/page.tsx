import { PageFor } from "@/app/(dashboard)/page-for";
import { Overview } from "@/components/features/overview/overview";
import { keys } from "@/components/ui/api/keys";
import { readOverview } from "@/lib/domains/overview";

export default function OverviewPage() {
  return (
    <PageFor permission="audit:read" queries={(ctx) => [[keys.overview(), () => readOverview(ctx)]]}>
      <Overview />
    </PageFor>
  );
}
