const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Says by how much an event's two times differ, where that is more than 24 hours: `timestamp` is when it happened, as the sender
 * says, and `recordedAt` is when the service received it.
 */
export function receiptDelay({ timestamp, recordedAt }: { timestamp: string; recordedAt: string }): string | null {
  const ms = Date.parse(recordedAt) - Date.parse(timestamp);
  if (!(Math.abs(ms) > dayMs)) return null;
  const days = Math.floor(Math.abs(ms) / dayMs);
  const hours = Math.floor((Math.abs(ms) % dayMs) / hourMs);
  const length = days < 3 ? `${days * 24 + hours} hours` : `${days} days`;
  return ms > 0 ? `Recorded ${length} later` : `Recorded ${length} earlier`;
}
