"use client";

import { Alert } from "@mantine/core";
import { IconPencil, IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { RotateSecret } from "@/components/ui/credentials/rotate-secret";
import { ConfirmAction, DeleteSection, DialogButton, Toggle } from "@/components/ui/detail/actions";
import { ResourcePage } from "@/components/ui/detail/resource-page";
import { Columns, Section } from "@/components/ui/detail/section";
import { May } from "@/components/ui/page/session";
import { Bytes, Count } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditStream, StreamTest } from "@/lib/domains/audit-streams/schemas";
import { countedText } from "@/lib/platform/client/format";
import { failureText, filterText, lagText, streamHost } from "./labels";
import { StreamBatches } from "./stream-batches";

const StreamDialog = dynamic(() => import("./stream-dialog").then((file) => file.StreamDialog));

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
          <Toggle<AuditStream>
            on={stream.status === "ACTIVE" || stream.status === "FAILING"}
            labels={["Pause", "Resume"]}
            path={`/v1/audit-streams/${id}`}
            change={(on) => ({ status: on ? "ACTIVE" : "PAUSED" })}
            invalidates={[keys.streams.all()]}
            success={({ status }) => (status === "PAUSED" ? "Stream paused." : "Stream resumed.")}
          />
          <TestButton stream={stream} />
          <DialogButton
            label="Edit"
            variant="filled"
            leftSection={<IconPencil size={14} aria-hidden="true" />}
            dialog={(onClose) => <StreamDialog record={stream} etag={etag} onClose={onClose} />}
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

/** Sends a test batch and shows the response. */
function TestButton({ stream: { id } }: { stream: AuditStream }) {
  return (
    <ConfirmAction<StreamTest>
      label="Send test"
      leftSection={<IconSend size={14} aria-hidden="true" />}
      send={async () => {
        const tested = await api.post<StreamTest>(`/v1/audit-streams/${id}/test`);
        if (tested.outcome === "FAILED") {
          throw new Error(failureText(tested.error, tested.statusCode) ?? "The receiver rejected the test.");
        }
        return tested;
      }}
      success={({ statusCode }) => `The receiver responded with ${statusCode}.`}
    />
  );
}

function StreamSecret({ stream }: { stream: AuditStream }) {
  return (
    <RotateSecret
      label="signing secret"
      permission="webhooks:write"
      path={`/v1/audit-streams/${stream.id}/rotate-secret`}
      invalidates={keys.streams.all()}
      previousSecretExpiresAt={stream.previousSecretExpiresAt}
      overlap={{
        label: "Keep the current secret active for",
        description: "During this time, batches are signed with both secrets.",
      }}
      advice={(before) =>
        before ? (
          <>Configure your receiver to use it before {before}.</>
        ) : (
          "Configure your receiver to use it now. Batches are no longer signed with the previous secret."
        )
      }
    />
  );
}

function DeleteStream({ stream: { id, name } }: { stream: AuditStream }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/audit-streams/${id}`}
      list={{ key: keys.streams.list(), href: "/streams" }}
      question={{
        title: "Delete this stream?",
        body: "Its secrets and its position in the audit chain are deleted. You can't undo this.",
        typeToConfirm: name,
      }}
      note="Permanently deletes the stream. To stop delivery temporarily, pause the stream instead."
    />
  );
}

function StreamFacts({ stream }: { stream: AuditStream }) {
  return (
    <>
      <Section title="Progress">
        <KeyValue
          rows={[
            ["Status", <StatusBadge key="status" kind="stream" value={stream.status} />],
            [
              "Position",
              <span key="position">
                <Count value={stream.position} /> of <Count value={stream.headPosition} />
              </span>,
            ],
            ["Lag", lagText(stream)],
            ["Oldest undelivered event", <Time key="oldest" value={stream.lag.oldestReceivedAt} format="relative" />],
            ["Last delivered", <Time key="delivered" value={stream.lastDeliveredAt} format="relative" />],
          ]}
        />
      </Section>
      <Section title="Settings">
        <KeyValue
          rows={[
            ["URL", <code key="url">{stream.url}</code>],
            ["Filter", filterText(stream)],
            ["Authorization", stream.hasAuthorization ? "Set" : "None"],
            [
              "Batches",
              <span key="batches">
                <Count value={stream.maxEvents} /> events, <Bytes value={stream.maxBytes} /> or{" "}
                {countedText(stream.maxDelaySeconds, "second")},{" "}
                {stream.compression === "gzip" ? "gzip" : "uncompressed"}
              </span>,
            ],
            ["Created", <Time key="created" value={stream.createdAt} />],
            ["ID", <Id key="id" value={stream.id} />],
          ]}
        />
      </Section>
    </>
  );
}

/** Why a stream does not deliver. */
function StreamNotice({ stream }: { stream: AuditStream }) {
  if (stream.status === "DISABLED")
    return (
      <Alert color="red" title="Disabled">
        {stream.disabledReason} No events are lost. When you resume the stream, it continues after position{" "}
        {stream.position}.
      </Alert>
    );
  if (stream.status === "FAILING")
    return (
      <Alert color="red" title="Delivery is failing">
        {failureText(stream.lastError, stream.lastStatusCode)}: {countedText(stream.failures, "failed attempt")} since{" "}
        <Time value={stream.failingSince} />. Next attempt: <Time value={stream.nextAttemptAt} format="relative" />. No
        events are lost. The service retries the same batch until the receiver accepts it.
      </Alert>
    );
  if (stream.status === "PAUSED")
    return (
      <Alert color="orange" title="Paused">
        No events are sent. When you resume the stream, it continues after position {stream.position}.
      </Alert>
    );
  return null;
}
