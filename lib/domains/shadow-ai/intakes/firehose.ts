import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { linesOf, linesOfJson } from "@/lib/domains/shadow-ai/ingest/input/json-lines";
import { requireRoom } from "@/lib/domains/shadow-ai/intakes/receive-entries";
import { type ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { decodeUtf8, parseStrictJson } from "@/lib/platform/http/json";

// Amazon Data Firehose. Sources: "Understand HTTP endpoint delivery request and response specifications" in the Amazon
// Data Firehose developer guide, and "Subscription filters" in the CloudWatch Logs user guide (docs.aws.amazon.com).

/**
 * The data of the records of a request. Throws `invalid_json`, `validation_failed` and `payload_too_large`. Without a
 * schema, which would list every invalid record of millions.
 */
export function readDelivery(bytes: Uint8Array): string[] {
  const body = parseStrictJson(decodeUtf8(bytes));
  const records = isObject(body) ? body["records"] : undefined;
  if (!Array.isArray(records)) throw validationFailed([{ path: "records", message: "must be an array" }]);
  requireRoom(records.length);
  return records.map((record: unknown, index) => {
    const data = isObject(record) ? record["data"] : undefined;
    if (typeof data === "string" && !/[^A-Za-z0-9+/=]/.test(data)) return data;
    throw validationFailed([{ path: `records[${index}].data`, message: "must be base64" }]);
  });
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
/** Each compressed record costs a tenth of a millisecond, even if it is empty. */
const compressedMax = 10_000;

/** The lines of all records. Throws `validation_failed` for a record that cannot be decompressed. */
export async function deliveredLines(records: string[]): Promise<string[]> {
  const lines: string[] = [];
  let messages = 0;
  let compressed = 0;
  let left = totalMax;
  for (const [index, data] of records.entries()) {
    const packed = Buffer.from(data, "base64");
    const isGzip = packed[0] === 0x1f && packed[1] === 0x8b;
    if (isGzip) requireRoom(++compressed, compressedMax);
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
    // One invalid byte must not reject the other records.
    const text = bytes.toString("utf8");
    for (const line of text.trimStart().startsWith("{") ? linesOfJson(text) : linesOf(text)) {
      for (const inner of messagesOf(line)) {
        requireRoom(++messages);
        if (inner.trim() !== "") lines.push(inner);
      }
    }
  }
  return lines;
}

/** The messages of a batch from CloudWatch Logs, the message of a flow log, or else the line itself. */
function messagesOf(line: string): string[] {
  const value = line.startsWith("{") ? parseLine(line) : undefined;
  if (!isObject(value)) return [line];
  const { messageType, logEvents, message } = value;
  if (typeof messageType === "string" && Array.isArray(logEvents)) {
    // A control message tests the connection.
    return messageType === "DATA_MESSAGE" ? logEvents.map(messageOf) : [];
  }
  return [typeof message === "string" && Object.keys(value).length === 1 ? message : line];
}

/** An event without a message becomes a line that is rejected and counted. */
function messageOf(event: unknown): string {
  return isObject(event) && typeof event["message"] === "string" ? event["message"] : "{}";
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
