"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { actorName } from "@/components/features/audit-chain/labels";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { notify } from "@/components/ui/feedback/messages";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Hash } from "@/components/ui/values/identifiers";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import { labelOf } from "@/lib/platform/client/format";
import styles from "./detail.module.css";

const limit = 100;

/** What happened to it, step by step: each is an event on the audit chain, and each can be verified on its own. */
export function Timeline({ id }: { id: string }) {
  const filters = { tags: id, limit };
  const query = useRead<EventList>(keys.audit.list(filters), "/v1/audit", { query: filters });
  return (
    <Section title="On the chain" panel>
      <QueryState query={query} label="the timeline" height={120}>
        {({ data, pagination }) => (
          <>
            <ol className={styles.timeline}>
              {data.map((event) => (
                <Step key={event.id} event={event} />
              ))}
            </ol>
            {pagination.hasMore && <Link href={`/audit?tags=${id}`}>All in the audit trail</Link>}
          </>
        )}
      </QueryState>
    </Section>
  );
}

function Step({ event }: { event: AuditEvent }) {
  const { id, chainPosition, blockHash, timestamp } = event;
  return (
    <li>
      <p className={styles.step}>{eventSentence(event)}</p>
      <p className={detail.quiet}>
        {actorName(event)}, <Time value={timestamp} />
      </p>
      <p className={styles.evidence}>
        <Link href={`/audit/${id}`}>#{chainPosition}</Link>
        <Hash value={blockHash} />
        <VerifyEvent id={id} expectedHash={blockHash} />
      </p>
    </li>
  );
}

interface VerifyEventProps {
  id: string;
  /** The hash that is shown, which the service has to come to again. */
  expectedHash: string;
}

/** Has the service compute an event's hash from what is stored, and compares it with the one on the page. */
export function VerifyEvent({ id, expectedHash }: VerifyEventProps) {
  const verify = useMutation({
    mutationFn: () => api.post<{ valid: boolean }>("/v1/audit/verify", { eventId: id, expectedHash }),
    onError: (error) => notify.error(error),
  });
  if (verify.data) return <StatusBadge kind="verification" value={verify.data.valid ? "ok" : "failed"} />;
  return (
    <Button variant="subtle" size="compact-xs" loading={verify.isPending} onClick={() => verify.mutate()}>
      Verify
    </Button>
  );
}

interface ToldEvent {
  eventType: string;
  /** Null where it was erased. */
  payload: Record<string, unknown> | null;
}

/** What an event on the chain says about a detection, as a sentence. */
export function eventSentence({ eventType, payload }: ToldEvent): string {
  if (payload === null) return `${labelOf(eventType)}, its content erased`;
  const { kind, from, status, resolution, severity } = payload;
  switch (kind) {
    case "SHADOW_AI_DETECTION_OPENED":
      return `Detected, severity ${wordOf(severity)}`;
    case "SHADOW_AI_DETECTION_REOPENED":
      return `Opened again, severity ${wordOf(severity)}`;
    case "SHADOW_AI_SEVERITY_RAISED":
      return `Severity rose to ${wordOf(severity)}`;
    case "SHADOW_AI_TRIAGE":
      return triageSentence({ ...payload, from, status, resolution });
    default:
      return labelOf(typeof kind === "string" ? kind.replace(/^SHADOW_AI_/, "") : eventType);
  }
}

function triageSentence(payload: Record<string, unknown>): string {
  const { from, status, resolution, assigneeChanged, isAssigned, notesChanged } = payload;
  const parts: string[] = [];
  if (from !== status) {
    parts.push(
      status === "RESOLVED"
        ? `resolved as ${wordOf(resolution)}`
        : status === "INVESTIGATING" && from !== "OPEN"
          ? "reopened for investigation"
          : wordOf(status),
    );
  }
  if (assigneeChanged === true) parts.push(isAssigned === true ? "assigned" : "assigned to nobody");
  if (notesChanged === true) parts.push("notes changed");
  const sentence = parts.join(", ") || "looked at";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? labelOf(value).toLowerCase() : "unknown";
}
