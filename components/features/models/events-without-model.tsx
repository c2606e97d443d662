import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { Link } from "@/components/ui/page/link";
import { Count } from "@/components/ui/values/figures";
import type { EventList } from "@/lib/domains/audit-chain/schemas";
import type { ModelList } from "@/lib/domains/models/schemas";
import { systemModel } from "./constants";
import { modelList as texts } from "./texts";

/** The number of events of the system model, which is not listed as a model. */
export function EventsWithoutModel() {
  const models = useRead<ModelList>(keys.models.list(systemModel), "/v1/models", {
    query: systemModel,
    meta: supplement,
  });
  const id = models.data?.data[0]?.id;
  const latest = { modelId: id, limit: 1 };
  const events = useRead<EventList>(keys.audit.list(latest), "/v1/audit", {
    query: latest,
    enabled: id !== undefined,
    meta: supplement,
  });
  if (id === undefined) return null;
  const total = events.data?.pagination.total;
  return (
    <p className="quiet">
      {texts.eventsWithoutModel}{" "}
      <Link href={`/models/${id}`}>{total === undefined && !events.error ? "…" : <Count value={total} />}</Link>
    </p>
  );
}
