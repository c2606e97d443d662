import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { linesOf, linesOfJson } from "@/lib/domains/shadow-ai/ingest/input/json-lines";
import { requireRoom } from "@/lib/domains/shadow-ai/intakes/receive-entries";
import { type ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { decodeUtf8, parseStrictJson } from "@/lib/platform/http/json";
import { validate } from "@/lib/platform/http/validate";

// Amazon Data Firehose. Sources: "Understand HTTP endpoint delivery request and response specifications" in the Amazon
// Data Firehose developer guide, and "Subscription filters" in the CloudWatch Logs user guide (docs.aws.amazon.com).

// Not `z.base64()`, whose expression exhausts the stack with long texts.
const Base64 = z.string().refine((text) => !/[^A-Za-z0-9+/=]/.test(text), "must be base64");
const Delivery = z.object({ records: z.array(z.object({ data: Base64 })) });
type Delivery = z.output<typeof Delivery>;

/** The body of a request. Throws `invalid_json` and `validation_failed`. */
export function readDelivery(bytes: Uint8Array): Delivery {
  return validate(Delivery, parseStrictJson(decodeUtf8(bytes)));
}

/** The body of a response. It has the request's ID, or Firehose treats the delivery as failed. */
export function deliveryReply({ headers }: Request, nowMs: number, errorMessage?: string): string {
  return JSON.stringify({ requestId: headers.get("x-amz-firehose-request-id"), timestamp: nowMs, errorMessage });
}

/** The name of the Firehose stream that sent a request. */
export function streamName({ headers }: Request): string | undefined {
  return headers.get("x-amz-firehose-source-arn")?.split("/")[1];
}

const inflate = promisify(gunzip);
/** Decompressed bytes of all records. */
const totalMax = 32 * 1024 * 1024;

/** The lines of all records. Throws `validation_failed` for a record that cannot be decompressed or is not text. */
export async function deliveredLines({ records }: Delivery): Promise<string[]> {
  const lines: string[] = [];
  let left = totalMax;
  for (const [index, { data }] of records.entries()) {
    const packed = Buffer.from(data, "base64");
    const isGzip = packed[0] === 0x1f && packed[1] === 0x8b;
    const problem = (message: string): ServiceError => validationFailed([{ path: `records[${index}].data`, message }]);
    const bytes = isGzip
      ? await inflate(packed, { maxOutputLength: Math.max(1, left) }).catch(({ code }: NodeJS.ErrnoException) => {
          throw problem(
            code === "ERR_BUFFER_TOO_LARGE"
              ? `exceeds the limit of ${totalMax} bytes for all records after decompression`
              : "is not valid gzip",
          );
        })
      : packed;
    left -= bytes.length;
    const text = decodeUtf8(bytes);
    for (const line of text.trimStart().startsWith("{") ? linesOfJson(text) : linesOf(text)) {
      for (const inner of messagesOf(line)) {
        requireRoom(lines.length);
        if (inner.trim() !== "") lines.push(inner);
      }
    }
  }
  return lines;
}

const Batch = z.object({ messageType: z.string(), logEvents: z.array(z.object({ message: z.string() })) });
const Message = z.strictObject({ message: z.string() });

/** The messages of a batch from CloudWatch Logs, the message of a flow log, or else the line itself. */
function messagesOf(line: string): string[] {
  if (!line.startsWith("{")) return [line];
  try {
    const value: unknown = JSON.parse(line);
    const { data: batch } = Batch.safeParse(value);
    // A control message tests the connection.
    if (batch) return batch.messageType === "DATA_MESSAGE" ? batch.logEvents.map(({ message }) => message) : [];
    return [Message.safeParse(value).data?.message ?? line];
  } catch {
    return [line];
  }
}
