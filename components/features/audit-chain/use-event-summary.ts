import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import type { AuditEventDetail } from "@/lib/domains/audit-chain/schemas";
import { eventSummary } from "./summary";

export const isEventId = (text: string) => /^evt_[0-9a-z]{1,64}$/.test(text);

/**
 * The event that another record refers to. Undefined without an event and while it is loading. New events do not reload
 * it, because events do not change. The ID can come from a payload, which can contain anything: only a valid ID becomes
 * part of a path.
 */
export function useReferredEvent(id: string | null): AuditEventDetail | undefined {
  const { data } = useRead<AuditEventDetail>(keys.eventSummaries.one(id ?? ""), `/v1/audit/${id}`, {
    enabled: id !== null && isEventId(id),
    staleTime: Number.POSITIVE_INFINITY,
    meta: supplement,
  });
  return data;
}

/** The summary of that event; null until it is loaded and for content that was erased. */
export function useEventSummary(id: string | null): string | null {
  const names = useModelNames();
  const event = useReferredEvent(id);
  return event === undefined ? null : eventSummary(event, names);
}
