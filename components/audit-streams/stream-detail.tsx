"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { May } from "@/components/app/session";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { AuditStream } from "@/lib/audit-streams/schemas";
import { DeleteStream, PauseSwitch, StreamSecret, TestButton } from "./stream-actions";
import { StreamBatches } from "./stream-batches";
import { StreamFacts, StreamNotice } from "./stream-facts";
import { streamHost } from "./stream-words";
import styles from "./streams.module.css";

const StreamDialog = dynamic(() => import("./stream-dialog").then((file) => file.StreamDialog));

const breadcrumbs = [{ label: "Streams", href: "/streams" }];

/** One stream: how far it is, what was sent last, and what can be done with it. */
export function StreamDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.streams.one(id),
    queryFn: ({ signal }) => api.getWithTag<AuditStream>(`/v1/audit-streams/${id}`, undefined, { signal }),
  });
  if (query.data) return <StreamView stream={query.data.data} etag={query.data.etag} />;
  return (
    <Page title="Audit stream" breadcrumbs={breadcrumbs}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons.Card height={320} label="the stream" />
      )}
    </Page>
  );
}

function StreamView({ stream, etag }: { stream: AuditStream; etag: string | null }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Page
      title={stream.name}
      breadcrumbs={breadcrumbs}
      description={streamHost(stream)}
      actions={
        <May permission="webhooks:write">
          <PauseSwitch stream={stream} />
          <TestButton stream={stream} />
          <Button size="xs" leftSection={<IconPencil size={14} aria-hidden="true" />} onClick={() => setChanging(true)}>
            Change
          </Button>
        </May>
      }
    >
      <StreamNotice stream={stream} />
      <div className={styles.columns}>
        <div>
          <StreamFacts stream={stream} />
          <StreamSecret stream={stream} />
          <May permission="webhooks:write">
            <DeleteStream stream={stream} />
          </May>
        </div>
        <StreamBatches stream={stream} />
      </div>
      {isChanging && <StreamDialog stream={stream} etag={etag} onClose={() => setChanging(false)} />}
    </Page>
  );
}
