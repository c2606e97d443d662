import { Time } from "@/components/values/time";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { receiptDelay } from "./receipt-delay";

/** When an event happened, and when it was received where that is more than a day apart. */
export function EventTime({ event }: { event: Pick<AuditEvent, "timestamp" | "recordedAt"> }) {
  const delay = receiptDelay(event);
  return (
    <>
      <Time value={event.timestamp} />
      {delay !== null && <div>{delay}</div>}
    </>
  );
}
