import { streamType } from "@/lib/audit-chain";
import { signatureHeaders } from "@/lib/webhooks";

/** A batch as it is sent. */
export interface SentBatch {
  streamId: string;
  batchId: string;
  from: number;
  to: number;
  events: number;
  /** `blockHash` of its last event. */
  lastHash: string;
  body: string | Buffer;
  isTest?: boolean;
}

/** The headers of a batch: what it is, who may send it, and that it is ours. */
export function streamHeaders(
  { streamId, batchId, from, to, events, lastHash, body, isTest = false }: SentBatch,
  means: { secrets: string[]; authorization: string | null; timestamp: number },
): Record<string, string> {
  const { secrets, authorization, timestamp } = means;
  return {
    "Content-Type": streamType,
    ...(typeof body === "string" ? {} : { "Content-Encoding": "gzip" }),
    ...(authorization === null ? {} : { Authorization: authorization }),
    ...signatureHeaders(secrets, { id: batchId, timestamp, body }),
    "X-Stream-Id": streamId,
    "X-Stream-From": String(from),
    "X-Stream-To": String(to),
    "X-Stream-Events": String(events),
    "X-Stream-Last-Hash": lastHash,
    ...(isTest ? { "X-Stream-Test": "true" } : {}),
  };
}
