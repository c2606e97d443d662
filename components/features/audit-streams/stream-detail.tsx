"use client";

import { Alert } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { RecordChanges } from "@/components/features/audit-chain/record-changes";
import { ApiError } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { columnsOf } from "@/components/ui/data-table/columns";
import { type Column, DataTable } from "@/components/ui/data-table/data-table";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { ConfiguredPage } from "@/components/ui/detail/configured-page";
import { Notice } from "@/components/ui/detail/notice";
import { Section } from "@/components/ui/detail/section";
import { EmptyState, QueryState } from "@/components/ui/feedback/states";
import { terms } from "@/components/ui/terms";
import { Bytes, Count, Duration } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { breakable, KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditStream, StreamBatch, StreamBatchList, StreamTest } from "@/lib/domains/audit-streams/schemas";
import { countedText } from "@/lib/platform/client/format";
import { failureText, filterText, lagText, positionText, streamHost } from "./labels";
import { StreamState, useStreamState } from "./stream-state";
import { common, streamBatches, streamDetail as texts } from "./texts";

const StreamDialog = dynamic(() => import("./stream-dialog").then((file) => file.StreamDialog));

export function StreamDetail({ id }: { id: string }) {
  return (
    <ConfiguredPage<AuditStream>
      id={id}
      list={{ title: common.streams, href: "/streams", path: "/v1/audit-streams", keys: keys.streams }}
      kind={texts.kind}
      permission="webhooks:write"
      title={({ name }) => name}
      description={streamHost}
      toggle={({ status }) => ({
        on: status === "ACTIVE" || status === "FAILING",
        labels: [texts.pause, texts.resume],
        change: (on) => ({ status: on ? "ACTIVE" : "PAUSED" }),
        success: (changed) => (changed.status === "PAUSED" ? texts.streamPaused : texts.streamResumed),
      })}
      actions={() => (
        <ConfirmAction<StreamTest>
          label={texts.sendTest}
          leftSection={<IconSend size={14} aria-hidden="true" />}
          send={() => sendTest(id)}
          success={({ statusCode }) => texts.receiverResponded(statusCode)}
        />
      )}
      change={(record, etag, onClose) => <StreamDialog record={record} etag={etag} onClose={onClose} />}
      notice={(stream) => <StreamNotice stream={stream} />}
      facts={(stream) => <StreamFacts stream={stream} />}
      secret={() => ({
        label: common.signingSecret,
        overlap: texts.overlap,
        advice: (before) =>
          before ? <>Configure your receiver to use the new secret before {before}.</> : texts.signingSecretAdvice,
      })}
      changes={<RecordChanges id={id} />}
      remove={({ name }) => ({
        name,
        question: {
          title: texts.deleteQuestion(name),
          body: texts.deleteBody,
          typeToConfirm: name,
        },
        note: texts.note,
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
    const message = texts.testFailed(failureText(tested.error, tested.statusCode));
    throw new ApiError({ status: 200, code: "test_failed", message });
  }
  return tested;
}

function StreamFacts({ stream }: { stream: AuditStream }) {
  return (
    <>
      <Section title={texts.progress} panel>
        <KeyValue
          rows={[
            [terms.status, <StreamState key="status" stream={stream} />],
            [common.backlog, lagText(stream)],
            [texts.oldestToSend, <Time key="oldest" value={stream.lag.oldestReceivedAt} />],
            [common.lastDelivered, <Time key="delivered" value={stream.lastDeliveredAt} none={texts.nothingYet} />],
            [terms.position, positionText(stream)],
          ]}
        />
      </Section>
      <Section title={texts.settings} panel>
        <KeyValue
          rows={[
            [common.url, <code key="url">{breakable(stream.url)}</code>],
            [common.filter, filterText(stream)],
            [texts.authorization, stream.hasAuthorization ? texts.configured : terms.none],
            [
              texts.batches,
              <span key="batches">
                Up to <Count value={stream.maxEvents} /> events, <Bytes value={stream.maxBytes} /> or{" "}
                {countedText(stream.maxDelaySeconds, "second")} (
                {stream.compression === "gzip" ? "gzip" : "uncompressed"})
              </span>,
            ],
            [terms.created, <Time key="created" value={stream.createdAt} />],
            [terms.id, <Id key="id" value={stream.id} />],
          ]}
        />
      </Section>
    </>
  );
}

/** Why a stream does not deliver. */
function StreamNotice({ stream }: { stream: AuditStream }) {
  const state = useStreamState(stream);
  if (stream.status === "DISABLED")
    return (
      <Alert color="red" title={terms.disabled}>
        {stream.disabledReason} {texts.nothingLost} {texts.resumes(stream.position)}
      </Alert>
    );
  if (stream.status === "FAILING")
    return (
      <Alert color="red" title={texts.deliveryIsFailing}>
        {failureText(stream.lastError, stream.lastStatusCode)}: {countedText(stream.failures, texts.failedAttempt)}{" "}
        since <Time value={stream.failingSince} />. Next attempt: <Time value={stream.nextAttemptAt} />. No events are
        lost. The service retries the same batch until the receiver accepts it.
      </Alert>
    );
  if (state === "BEHIND")
    return (
      <Notice title={texts.deliveryIsBehind} notes={[]}>
        {common.backlog}: {lagText(stream)}.{" "}
        {stream.lag.oldestReceivedAt && (
          <>
            The oldest was received <Time value={stream.lag.oldestReceivedAt} format="relative" />.{" "}
          </>
        )}
        {texts.nothingLost}
      </Notice>
    );
  if (stream.status === "PAUSED")
    return (
      <Alert color="gray" title={texts.paused}>
        {texts.pausedNotice} {texts.resumes(stream.position)}
      </Alert>
    );
  return null;
}

const column = columnsOf<StreamBatch>();
const columns: Column<StreamBatch>[] = [
  column.time("startedAt", terms.time, { format: "seconds" }),
  column.text("outcome", streamBatches.outcome, {
    minWidth: "11rem",
    cell: ({ outcome, error, statusCode }) => (
      <>
        <StatusBadge kind="delivery" value={outcome ?? "PENDING"} /> {failureText(error, statusCode)}
      </>
    ),
  }),
  {
    id: "positions",
    header: streamBatches.positions,
    cell: ({ fromPosition, toPosition }) => (
      <>
        <Count value={fromPosition + 1} />–<Count value={toPosition} />
      </>
    ),
  },
  column.count("events", terms.events),
  column.count("bytes", terms.size, { cell: ({ bytes }) => <Bytes value={bytes} /> }),
  column.count("durationMs", streamBatches.duration, {
    cell: ({ durationMs }) => (durationMs === null ? "–" : <Duration ms={durationMs} />),
  }),
];

/** The latest delivery attempts, newest first. */
function StreamBatches({ stream: { id } }: { stream: AuditStream }) {
  const query = useRead<StreamBatchList>(keys.streams.batches(id), `/v1/audit-streams/${id}/batches`);
  return (
    <Section title={streamBatches.recentBatches} panel>
      <QueryState query={query} label={streamBatches.theBatches} height={160}>
        {({ data }) => (
          <DataTable
            name="stream-batches"
            label={streamBatches.attempts}
            columns={columns}
            rows={data}
            rowId={({ number }) => String(number)}
            rowLabel={({ number }) => streamBatches.attempt(number)}
            empty={<EmptyState title={streamBatches.noBatchesSentYet} />}
          />
        )}
      </QueryState>
    </Section>
  );
}
