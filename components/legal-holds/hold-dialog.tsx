"use client";

import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { RecordedBy } from "@/components/audit/recorded-by";
import { useModelNames } from "@/components/audit/use-model-names";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { LegalHold } from "@/lib/legal-holds/schemas";
import { periodOfHold, statusOfHold } from "./hold-words";
import styles from "./legal-holds.module.css";

/** One hold: why it was placed, what it covers, and who placed and released it, as the chain says. */
export function HoldDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: keys.legalHolds.one(id),
    queryFn: ({ signal }) => api.get<LegalHold>(`/v1/legal-holds/${id}`, undefined, { signal }),
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={query.data?.name ?? "Legal hold"}>
      {query.isPending && <Skeletons.Rows label="the hold" />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <HoldFacts hold={query.data} />}
    </Modal>
  );
}

function HoldFacts({ hold }: { hold: LegalHold }) {
  const names = useModelNames();
  const { modelIds, placedAt, placedBy, releasedAt, releasedBy } = hold;
  return (
    <KeyValue
      rows={[
        ["Status", <StatusBadge key="status" kind="hold" value={statusOfHold(hold)} />],
        [
          "Reason",
          <span key="reason" className={styles.reason}>
            {hold.reason}
          </span>,
        ],
        ["Reference", hold.reference],
        [
          "Models",
          modelIds.length === 0 ? (
            "All models"
          ) : (
            <ul key="models" className={styles.models}>
              {modelIds.map((modelId) => (
                <li key={modelId}>
                  <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>
                </li>
              ))}
            </ul>
          ),
        ],
        ["Period", periodOfHold(hold)],
        ["Placed", <Time key="placed" value={placedAt} format="full" />],
        ["Placed by", <RecordedBy key="by" eventId={placedBy} />],
        ...(releasedBy === null
          ? []
          : ([
              ["Released", <Time key="released" value={releasedAt} format="full" />],
              ["Released by", <RecordedBy key="released-by" eventId={releasedBy} />],
              [
                "Why",
                <span key="why" className={styles.reason}>
                  {hold.releaseReason}
                </span>,
              ],
            ] as const)),
        ["Id", <Id key="id" value={hold.id} />],
      ]}
    />
  );
}
