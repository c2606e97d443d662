import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { ExceptionsPage } from "@/components/features/shadow-ai/exceptions/exceptions-page";
import { activeQuery, exceptionFilters } from "@/components/features/shadow-ai/filters";
import { keys } from "@/components/ui/api/keys";
import { readUrl } from "@/components/ui/filters/url-values";
import { listDetections, listExceptions } from "@/lib/domains/shadow-ai";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import { ListExceptions } from "@/lib/domains/shadow-ai/schemas-triage";

export default async function ExceptionsRoute({ searchParams }: PageProps<"/shadow-ai/exceptions">) {
  const { tab, status, ends } = readUrl(exceptionFilters, await searchParams);
  return (
    <PageFor
      permission="shadow_ai:read"
      queries={(ctx) => [
        tab === "requests"
          ? [keys.exceptions.list({ status }), () => listExceptions(ctx, asQuery(ListExceptions, { status }))]
          : [
              keys.detections.list(activeQuery(ends)),
              () => listDetections(ctx, asQuery(ListDetections, activeQuery(ends))),
            ],
      ]}
    >
      <ExceptionsPage />
    </PageFor>
  );
}
