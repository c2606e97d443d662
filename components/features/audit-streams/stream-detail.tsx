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
import type { AuditStream, CreatedAuditStream, StreamTest } from "@/lib/domains/audit-streams/schemas";
import { countedText } from "@/lib/platform/client/format";
import { failureText, filterText, lagText, streamHost } from "./labels";
import { StreamBatches } from "./stream-batches";

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

/** Pauses a stream, or resumes it where it stopped. */
function PauseSwitch({ stream: { id, status } }: { stream: AuditStream }) {
  return (
    <Toggle<AuditStream>
      on={status === "ACTIVE" || status === "FAILING"}
      labels={["Pause", "Resume"]}
      path={`/v1/audit-streams/${id}`}
      change={(on) => ({ status: on ? "ACTIVE" : "PAUSED" })}
      invalidates={[keys.streams.all()]}
      success={(changed) => (changed.status === "PAUSED" ? "The stream is paused." : "The stream goes on.")}
    />
  );
}

/** Sends a test to the receiver and shows its answer. */
function TestButton({ stream: { id } }: { stream: AuditStream }) {
  return (
    <ConfirmAction<StreamTest>
      label="Test"
      leftSection={<IconSend size={14} aria-hidden="true" />}
      send={async () => {
        const tested = await api.post<StreamTest>(`/v1/audit-streams/${id}/test`);
        if (tested.outcome === "FAILED") {
          throw new Error(failureText(tested.error, tested.statusCode) ?? "The receiver did not take it.");
        }
        return tested;
      }}
      success={({ statusCode }) => `The receiver answered ${statusCode}.`}
    />
  );
}

/** The signing secret of a stream. */
function StreamSecret({ stream }: { stream: AuditStream }) {
  return (
    <RotateSecret<CreatedAuditStream>
      title="Signing secret"
      label="signing secret"
      permission="webhooks:write"
      path={`/v1/audit-streams/${stream.id}/rotate-secret`}
      invalidates={keys.streams.all()}
      previousSecretExpiresAt={stream.previousSecretExpiresAt}
      words={{ two: "Two secrets sign", one: "One secret signs" }}
      overlap={{
        label: "The present secret goes on signing for",
        description: "Batches carry a signature by each of the two meanwhile.",
      }}
      unfinished="The oldest of the two secrets that sign now ends at once."
      secretOf={({ signingSecret }) => signingSecret}
      advice={(before) =>
        before ? (
          <>Put it into your receiver before {before}.</>
        ) : (
          "Put it into your receiver now: batches are signed with nothing else any more."
        )
      }
    />
  );
}

/** Deletes a stream, once its name was typed. */
function DeleteStream({ stream: { id, name } }: { stream: AuditStream }) {
  return (
    <DeleteSection
      name={name}
      path={`/v1/audit-streams/${id}`}
      list={{ key: keys.streams.list(), href: "/streams" }}
      question={{
        title: "Delete this stream?",
        body: "Its secrets and its place in the chain go with it. This cannot be taken back.",
        typeToConfirm: name,
      }}
      note="Ends the stream for good. To stop it for a while, pause it."
    />
  );
}

/** How far a stream is, and how it is set. */
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
            ["Oldest missing", <Time key="oldest" value={stream.lag.oldestReceivedAt} format="relative" />],
            ["Last delivered", <Time key="delivered" value={stream.lastDeliveredAt} format="relative" />],
          ]}
        />
      </Section>
      <Section title="Settings">
        <KeyValue
          rows={[
            ["URL", <code key="url">{stream.url}</code>],
            ["Sends", filterText(stream)],
            ["Authorization", stream.hasAuthorization ? "Set" : "None"],
            [
              "Batches",
              <span key="batches">
                <Count value={stream.maxEvents} /> events, <Bytes value={stream.maxBytes} /> or{" "}
                {countedText(stream.maxDelaySeconds, "second")},{" "}
                {stream.compression === "gzip" ? "gzip" : "not compressed"}
              </span>,
            ],
            ["Created", <Time key="created" value={stream.createdAt} />],
            ["Id", <Id key="id" value={stream.id} />],
          ]}
        />
      </Section>
    </>
  );
}

/** Above a stream that does not deliver: why, and what follows. */
function StreamNotice({ stream }: { stream: AuditStream }) {
  if (stream.status === "DISABLED")
    return (
      <Alert color="red" title="Disabled">
        {stream.disabledReason} Nothing is lost: once it is resumed, it goes on behind position {stream.position}.
      </Alert>
    );
  if (stream.status === "FAILING")
    return (
      <Alert color="red" title="The receiver does not take the batch">
        {failureText(stream.lastError, stream.lastStatusCode)}, {countedText(stream.failures, "attempt")} in a row since{" "}
        <Time value={stream.failingSince} />. The next attempt: <Time value={stream.nextAttemptAt} format="relative" />.
        Nothing is lost: the same batch is sent until it is taken.
      </Alert>
    );
  if (stream.status === "PAUSED")
    return (
      <Alert color="orange" title="Paused">
        Nothing is sent. Once it is resumed, it goes on behind position {stream.position}.
      </Alert>
    );
  return null;
}
