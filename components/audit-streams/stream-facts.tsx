import { Alert } from "@mantine/core";
import { Section } from "@/components/detail/section";
import { Bytes, Count } from "@/components/values/figures";
import { Id } from "@/components/values/id";
import { KeyValue } from "@/components/values/key-value";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { AuditStream } from "@/lib/audit-streams/schemas";
import { countedText } from "@/lib/client/format";
import { failureText, filterText, lagText } from "./stream-words";

/** How far a stream is, and how it is set. */
export function StreamFacts({ stream }: { stream: AuditStream }) {
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
export function StreamNotice({ stream }: { stream: AuditStream }) {
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
