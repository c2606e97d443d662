"use client";

import { Text } from "@mantine/core";
import { IconCheck, IconLinkOff } from "@tabler/icons-react";
import { keys } from "@/components/ui/api/keys";
import { useResource } from "@/components/ui/api/queries";
import { Link } from "@/components/ui/page/link";
import { Time } from "@/components/ui/values/time";
import type { AuditEvent, AuditEventDetail } from "@/lib/domains/audit-chain/schemas";
import type { TimeFormat } from "@/lib/platform/client/format";
import styles from "./audit.module.css";
import { actorName, receiptDelay } from "./labels";
import { eventValues as texts } from "./texts/common";

interface EventTimeProps {
  event: Pick<AuditEvent, "timestamp" | "recordedAt">;
  format?: TimeFormat;
}

/** The event time, with the delay of its receipt if that is over a day. */
export function EventTime({ event, format = "short" }: EventTimeProps) {
  const delay = receiptDelay(event);
  return (
    <>
      <Time value={event.timestamp} format={format} />
      {delay !== null && (
        <Text size="xs" c="dimmed" lh={1.3} style={{ whiteSpace: "nowrap" }}>
          {delay}
        </Text>
      )}
    </>
  );
}

interface HashCheckProps {
  verified: boolean;
  /** Shows the result as text, too. */
  withText?: boolean;
  isErased?: boolean;
}

/** Whether the hashes recomputed from the stored event match the recorded ones. Grey: this is not a verification. */
export function HashCheck({ verified, withText = false, isErased = false }: HashCheckProps) {
  const Icon = verified ? IconCheck : IconLinkOff;
  return (
    <span
      className={styles.tick}
      data-broken={!verified || undefined}
      title={verified ? (isErased ? texts.matchesErasedNote : texts.matchesNote) : undefined}
    >
      <Icon size={15} aria-hidden="true" />
      <span className={verified && !withText ? "visually-hidden" : undefined}>
        {verified ? texts.matches : texts.changed}
      </span>
    </span>
  );
}

/** The actor of the event that records a change, with a link to the event. */
export function RecordedBy({ eventId }: { eventId: string }) {
  const event = useResource<AuditEventDetail>(keys.audit.one(eventId), `/v1/audit/${eventId}`).data?.data;
  return (
    <>
      {event && <>{actorName(event)}, </>}
      <Link href={`/audit/${eventId}`}>{event ? texts.event(event.chainPosition) : eventId}</Link>
    </>
  );
}
