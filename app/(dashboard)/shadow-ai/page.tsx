import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { queuePageSize, queueParsers, toListQuery, toOverdueQuery } from "@/components/features/shadow-ai/filters";
import { DetectionQueue } from "@/components/features/shadow-ai/queue/detection-queue";
import { keys } from "@/components/ui/api/keys";
import { readUrl } from "@/components/ui/filters/url-values";
import { Page } from "@/components/ui/page/page";
import { listDetections } from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";

export default async function ShadowAiPage({ searchParams }: PageProps<"/shadow-ai">) {
  const filters = readUrl(queueParsers, await searchParams);
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={({ actor, ...ctx }) => {
        const me = actor.kind === "user" ? actor.email : "";
        const query = { ...toListQuery(filters, me), limit: queuePageSize };
        return [query, toOverdueQuery(filters, me)].map((one) => [
          keys.detections.list(one),
          async () => listDetections({ actor, ...ctx }, asQuery(ListDetections, one)),
        ]);
      }}
    >
      <Page
        title="Detections"
        description="Unapproved use of AI services, highest risk score first. Rules can set a higher severity than the score implies, for example for regulated data."
      >
        <DetectionQueue />
      </Page>
    </PageFor>
  );
}
