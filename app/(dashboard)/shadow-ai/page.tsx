import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { loadQueueFilters, queuePageSize, toListQuery } from "@/components/shadow-ai/filters";
import { DetectionQueue } from "@/components/shadow-ai/queue/detection-queue";
import { listDetections } from "@/lib/shadow-ai";
import { ListDetections } from "@/lib/shadow-ai/schemas";

export default async function ShadowAiPage({ searchParams }: PageProps<"/shadow-ai">) {
  const filters = await loadQueueFilters(searchParams);
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={({ actor, ...ctx }) => {
        const me = actor.kind === "user" ? actor.email : "";
        const query = { ...toListQuery(filters, me), limit: queuePageSize };
        const list = async () => listDetections({ actor, ...ctx }, asQuery(ListDetections, query));
        return [[keys.detections.list(query), list]];
      }}
    >
      <Page title="Detections" description="Uses of AI services that nobody has approved, for people to decide on.">
        <DetectionQueue />
      </Page>
    </PageFor>
  );
}
