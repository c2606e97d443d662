import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { Overview } from "@/components/overview/overview";
import { readOverview } from "@/lib/overview";

export default function OverviewPage() {
  return (
    <PageFor permission="audit:read" queries={(ctx) => [[keys.overview(), () => readOverview(ctx)]]}>
      <Overview />
    </PageFor>
  );
}
