"use client";

import { use } from "react";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { LoadedAt, useNow } from "@/lib/platform/client/use-environment";
import { healthText, streamState } from "./labels";
import { streamList as texts } from "./texts";

export function useStreamState(stream: AuditStream) {
  return streamState(stream, useNow(use(LoadedAt)));
}

export function StreamState({ stream }: { stream: AuditStream }) {
  return <StatusBadge kind="stream" value={useStreamState(stream)} />;
}

/** Why a stream does not deliver, and how far it lags. */
export function StreamHealth({ stream }: { stream: AuditStream }) {
  const { oldestReceivedAt } = stream.lag;
  return (
    <>
      {healthText(stream)}
      {oldestReceivedAt !== null && (
        <span className="quiet">
          {texts.oldest}
          <Time value={oldestReceivedAt} format="relative" />
        </span>
      )}
    </>
  );
}
