"use client";

import { use } from "react";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { LoadedAt, useNow } from "@/lib/platform/client/use-environment";
import { lagText, statusReason, streamState } from "./labels";
import { streamList as texts } from "./texts";

export function useStreamState(stream: AuditStream) {
  return streamState(stream, useNow(use(LoadedAt)));
}

/** The status of a stream, and why its deliveries fail. */
export function StreamState({ stream }: { stream: AuditStream }) {
  const reason = statusReason(stream);
  return (
    <>
      <StatusBadge kind="stream" value={useStreamState(stream)} />
      {reason !== null && <span className="quiet"> {reason}</span>}
    </>
  );
}

/** How many events a stream has not sent yet, and the age of the oldest. */
export function StreamBacklog({ stream }: { stream: AuditStream }) {
  const { oldestReceivedAt } = stream.lag;
  return (
    <>
      {lagText(stream)}
      {oldestReceivedAt !== null && (
        <span className="quiet">
          {texts.oldest}
          <Time value={oldestReceivedAt} format="relative" />
        </span>
      )}
    </>
  );
}
