"use client";

import { IconPencil } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { keys } from "@/components/api/keys";
import { May } from "@/components/app/session";
import { DialogButton } from "@/components/detail/actions";
import { ResourcePage } from "@/components/detail/resource-page";
import { Columns } from "@/components/detail/section";
import type { AuditStream } from "@/lib/audit-streams/schemas";
import { DeleteStream, PauseSwitch, StreamSecret, TestButton } from "./stream-actions";
import { StreamBatches } from "./stream-batches";
import { StreamFacts, StreamNotice } from "./stream-facts";
import { streamHost } from "./stream-words";

const StreamDialog = dynamic(() => import("./stream-dialog").then((file) => file.StreamDialog));

/** One stream: how far it is, what was sent last, and what can be done with it. */
export function StreamDetail({ id }: { id: string }) {
  return (
    <ResourcePage<AuditStream>
      queryKey={keys.streams.one(id)}
      path={`/v1/audit-streams/${id}`}
      kind={{ title: "Audit stream", label: "the stream" }}
      breadcrumbs={[{ label: "Streams", href: "/streams" }]}
      title={({ name }) => name}
      description={streamHost}
      actions={(stream, etag) => (
        <May permission="webhooks:write">
          <PauseSwitch stream={stream} />
          <TestButton stream={stream} />
          <DialogButton
            label="Change"
            variant="filled"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            dialog={(onClose) => <StreamDialog stream={stream} etag={etag} onClose={onClose} />}
          />
        </May>
      )}
    >
      {(stream) => (
        <>
          <StreamNotice stream={stream} />
          <Columns narrow="start">
            <div>
              <StreamFacts stream={stream} />
              <StreamSecret stream={stream} />
              <May permission="webhooks:write">
                <DeleteStream stream={stream} />
              </May>
            </div>
            <StreamBatches stream={stream} />
          </Columns>
        </>
      )}
    </ResourcePage>
  );
}
