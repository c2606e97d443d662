"use client";

import { Alert } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import { Section } from "@/components/ui/detail/section";
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
    <ConfiguredPage<AuditStream>
      id={id}
      list={{ title: "Streams", href: "/streams", path: "/v1/audit-streams", keys: keys.streams }}
      kind={{ title: "Audit stream", label: "the stream" }}
      permission="webhooks:write"
      title={({ name }) => name}
      description={streamHost}
      toggle={({ status }) => ({
        on: status === "ACTIVE" || status === "FAILING",
        labels: ["Pause", "Resume"],
        change: (on) => ({ status: on ? "ACTIVE" : "PAUSED" }),
        success: (changed) => (changed.status === "PAUSED" ? "Stream paused." : "Stream resumed."),
      })}
      actions={() => (
        <ConfirmAction<StreamTest>
          label="Send test"
          leftSection={<IconSend size={14} aria-hidden="true" />}
          send={() => sendTest(id)}
          success={({ statusCode }) => `The receiver responded with ${statusCode}.`}
        />
      )}
      change={(record, etag, onClose) => <StreamDialog record={record} etag={etag} onClose={onClose} />}
      notice={(stream) => <StreamNotice stream={stream} />}
      facts={(stream) => <StreamFacts stream={stream} />}
      secret={() => ({
        label: "signing secret",
        overlap: {
          label: "Keep the current secret active for",
          description: "During this time, batches are signed with both secrets.",
        },
        advice: (before) =>
          before ? (
            <>Configure your receiver to use the new secret before {before}.</>
          ) : (
            "Configure your receiver to use the new secret now. Batches are no longer signed with the previous secret."
          ),
      })}
      remove={({ name }) => ({
        name,
        question: {
          title: "Delete this stream?",
          body: "Its secrets and its position in the audit chain will be deleted. You can't undo this.",
          typeToConfirm: name,
        },
        note: "Permanently deletes the stream. To stop delivery temporarily, pause the stream instead.",
      })}
    >
      {(stream) => <StreamBatches stream={stream} />}
    </ConfiguredPage>
  );
}

/** Sends a test batch, and throws if the receiver rejects it. */
async function sendTest(id: string): Promise<StreamTest> {
  const tested = await api.post<StreamTest>(`/v1/audit-streams/${id}/test`);
  if (tested.outcome === "FAILED") {
    throw new Error(failureText(tested.error, tested.statusCode) ?? "The receiver rejected the test.");
  }
  return tested;
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
