"use client";

import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { actorName } from "@/components/features/audit-chain/labels";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { Section } from "@/components/ui/detail/section";
import { notify } from "@/components/ui/feedback/messages";
import { QueryState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { useMay } from "@/components/ui/page/session";
import { Hash } from "@/components/ui/values/identifiers";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditEvent, EventList } from "@/lib/domains/audit-chain/schemas";
import type { Comment, CommentList } from "@/lib/domains/shadow-ai/schemas-comments";
import { labelOf } from "@/lib/platform/client/format";
import { comments as commentTexts, timeline as texts } from "../texts/detail";
import { CommentText } from "./comment-text";
import styles from "./detail.module.css";

const limit = 100;

const CommentForm = lazy(async () => ({ default: (await import("./comment-form")).CommentForm }));

/** The detection's events on the audit chain. Each one can be verified. */
export function Timeline({ id }: { id: string }) {
  const mayTriage = useMay("shadow_ai:triage");
  const [isWriting, setWriting] = useState(false);
  const filters = { tags: id, limit };
  const query = useRead<EventList>(keys.audit.list(filters), "/v1/audit", { query: filters });
  const comments = useRead<CommentList>(keys.detections.comments(id), `/v1/shadow-ai/${id}/comments`, {
    query: { limit },
  });
  const byId = new Map(comments.data?.data.map((comment) => [comment.id, comment]));
  const add = mayTriage && !isWriting && (
    <Button variant="default" size="compact-xs" onClick={() => setWriting(true)}>
      {commentTexts.addComment}
    </Button>
  );
  return (
    <Section title={texts.auditTimeline} panel action={add}>
      {isWriting && (
        <Suspense>
          <CommentForm detectionId={id} onClose={() => setWriting(false)} />
        </Suspense>
      )}
      <QueryState query={query} label={texts.theTimeline} height={120}>
        {({ data, pagination }) => (
          <>
            <ol className={`plain-list ${styles.timeline}`}>
              {data.filter(isOfDetection).map((event) => (
                <Step key={event.id} event={event} comment={byId.get(addedComment(event))} />
              ))}
            </ol>
            {pagination.hasMore && <Link href={`/audit?tags=${id}`}>{texts.viewAllAudit}</Link>}
          </>
        )}
      </QueryState>
    </Section>
  );
}

/** A use that was onboarded is also recorded on its model, which is the same decision. */
export function isOfDetection({ modelId, payload }: Pick<AuditEvent, "modelId" | "payload">): boolean {
  return payload?.kind !== "SHADOW_AI_TRIAGE" || payload.resolvedModelId !== modelId;
}

/** The ID of the comment that an event added; empty for other events. */
function addedComment({ payload }: AuditEvent): string {
  return payload?.kind === "SHADOW_AI_COMMENT_ADDED" ? String(payload.commentId) : "";
}

function Step({ event, comment }: { event: AuditEvent; comment: Comment | undefined }) {
  const { id, chainPosition, blockHash, timestamp } = event;
  return (
    <li>
      <strong>{eventSentence(event)}</strong>
      <div className="quiet">
        {comment?.author.name ?? actorName(event)}, <Time value={timestamp} />
      </div>
      {comment && <CommentText comment={comment} />}
      <Group gap="2px 10px" fz="xs">
        <Link href={`/audit/${id}`}>#{chainPosition}</Link>
        <Hash value={blockHash} />
        <VerifyEvent id={id} expectedHash={blockHash} />
      </Group>
    </li>
  );
}

interface VerifyEventProps {
  id: string;
  /** The hash that is shown. */
  expectedHash: string;
}

/** Has the service recompute an event's hash and compare it with the hash on the page. */
function VerifyEvent({ id, expectedHash }: VerifyEventProps) {
  const verify = useMutation({
    mutationFn: () => api.post<{ valid: boolean }>("/v1/audit/verify", { eventId: id, expectedHash }),
    onError: (error) => notify.error(error),
  });
  if (verify.data) return <StatusBadge kind="verification" value={verify.data.valid ? "ok" : "failed"} />;
  return (
    <Button variant="subtle" size="compact-xs" loading={verify.isPending} onClick={() => verify.mutate()}>
      {texts.verify}
    </Button>
  );
}

/** Describes an event about a detection. */
export function eventSentence({ eventType, payload }: Pick<AuditEvent, "eventType" | "payload">): string {
  if (payload === null) return texts.contentErased(eventType);
  const { kind, from, status, resolution, severity } = payload;
  switch (kind) {
    case "SHADOW_AI_DETECTION_OPENED":
      return texts.detectedWithSeverity(lowerCase(severity));
    case "SHADOW_AI_DETECTION_REOPENED":
      return texts.reopenedWithSeverity(lowerCase(severity));
    case "SHADOW_AI_SEVERITY_RAISED":
      return texts.severityRaisedTo(lowerCase(severity), payload.snoozeEndedBy !== undefined);
    case "SHADOW_AI_SNOOZE_ENDED":
      return texts.snoozeEndedBy(payload.snoozeEndedBy);
    case "SHADOW_AI_ALLOW_LIST_APPLIED":
      return texts.allowListApplied(payload.registered === true, lowerCase(severity));
    case "SHADOW_AI_DETECTIONS_MERGED":
      return texts.merged(payload.mergedIntoId);
    case "SHADOW_AI_TICKET_CREATED":
      return texts.ticketCreated(payload.key);
    case "SHADOW_AI_IDENTIFICATION_USED":
      return texts.namesCompared;
    case "SHADOW_AI_TRIAGE":
      return triageSentence({ ...payload, from, status, resolution });
    default:
      return labelOf(typeof kind === "string" ? kind.replace(/^SHADOW_AI_/, "") : eventType);
  }
}

function triageSentence(payload: Record<string, unknown>): string {
  const { from, status, resolution, assigneeChanged, isAssigned, notesChanged, snoozeChanged, snoozedUntil, undo } =
    payload;
  if (undo === true) return texts.lastUpdateUndone(from === status, lowerCase(status));
  const parts: string[] = [];
  if (from !== status) {
    parts.push(
      status === "RESOLVED"
        ? texts.resolvedAs(lowerCase(resolution))
        : status === "INVESTIGATING" && from !== "OPEN"
          ? texts.reopenedForInvestigation
          : lowerCase(status),
    );
  }
  if (assigneeChanged === true) parts.push(isAssigned === true ? "assigned" : texts.assigneeRemoved);
  if (notesChanged === true) parts.push(texts.notesUpdated);
  if (snoozeChanged === true) {
    parts.push(typeof snoozedUntil === "string" ? texts.snoozedUntil(snoozedUntil) : texts.snoozeEnded);
  }
  const sentence = parts.join(", ") || "reviewed";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function lowerCase(value: unknown): string {
  return typeof value === "string" ? labelOf(value).toLowerCase() : "unknown";
}
