import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { TelemetryPage } from "@/components/features/telemetry/telemetry-page";
import { keys } from "@/components/ui/api/keys";
import { listRules, listTelemetrySources } from "@/lib/domains/opentelemetry";
import { ListTelemetryRules, ListTelemetrySources } from "@/lib/domains/opentelemetry/schemas";

export default function TelemetryRoute() {
  return (
    <PageFor
      permission="models:read"
      queries={(ctx) => [
        [keys.telemetrySources.list(), () => listTelemetrySources(ctx, asQuery(ListTelemetrySources, {}))],
        [keys.telemetryRules.list(), () => listRules(ctx, asQuery(ListTelemetryRules, {}))],
      ]}
    >
      <TelemetryPage />
    </PageFor>
  );
}
