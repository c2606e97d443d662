import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable, Transform } from "node:stream";
import { GetObjectCommand, S3Client, type S3ClientConfig, S3ServiceException } from "@aws-sdk/client-s3";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import type { Backend, ByteRange } from "@/lib/platform/storage/file-storage";
import { log } from "@/lib/platform/telemetry/log";

export interface S3Settings extends S3Connection {
  bucket: string;
}

interface S3Connection {
  /** By default from the environment or profile. */
  region?: string | undefined;
  /** For servers other than Amazon S3. */
  endpoint?: string | undefined;
  /** By default from the environment: variables, profiles, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The bucket in the path instead of the host name. */
  forcePathStyle: boolean;
}

/**
 * Files in a bucket. A file is uploaded atomically in one request with its length, and copied within the server. Does
 * not use access control lists (ACLs), which many servers and buckets reject.
 */
export function s3Backend(settings: S3Settings): Backend {
  const client = s3Client(settings);
  const { bucket } = settings;
  const disk = new Disk(new S3Driver({ client, bucket, visibility: "private", supportsACL: false }));
  return {
    disk,
    put: (key, path) => send(disk, key, path),
    open: (key, range) => openPart(client, bucket, key, range),
    move: (from, to) => disk.move(from, to),
    isMissing,
  };
}

export function s3Client(settings: S3Connection): S3Client {
  return new S3Client(configuration(settings));
}

function configuration({ region, endpoint, credentials, forcePathStyle }: S3Connection): S3ClientConfig {
  return {
    ...(region && { region }),
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Servers other than Amazon's reject checksums in trailers, or store them as part of the file.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    logger,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 300_000, httpAgent: agent, httpsAgent: agent },
  };
}

/** A slow download holds its connection: with few connections, it would block others. */
const agent = { maxSockets: 1_000 };

/** Warnings of the client go to the log; requests and responses do not. */
const ignore = () => undefined;
const logger = { debug: ignore, info: ignore, error: ignore, warn: (message: unknown) => log().warn(String(message)) };

async function send(disk: Disk, key: string, path: string): Promise<void> {
  const { size } = await stat(path);
  const file = createReadStream(path);
  try {
    await disk.putStream(key, file, { contentLength: size });
  } finally {
    file.destroy();
  }
}

async function openPart(client: S3Client, bucket: string, key: string, range?: ByteRange): Promise<Readable> {
  const part = range && { Range: `bytes=${range.start}-${range.end}` };
  try {
    const { Body, ContentRange } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...part }));
    if (!(Body instanceof Readable)) throw new Error(`the server returned no content for ${key}`);
    return range ? cut(Body, range, firstOf(ContentRange)) : Body;
  } catch (error) {
    if (statusOf(error) !== 416) throw error;
    throw new RangeError("the range starts after the end of the file");
  }
}

/** The first byte of a response by its Content-Range; 0 without one (RFC 9110, 14.2). */
function firstOf(contentRange: string | undefined): number {
  return Number(/^bytes (\d+)-/.exec(contentRange ?? "")?.[1] ?? 0);
}

/** A server may return more than the range, but callers have announced its length. */
function cut(bytes: Readable, { start, end }: ByteRange, first: number): Readable {
  let position = first;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const kept = chunk.subarray(Math.max(start - position, 0), Math.max(end + 1 - position, 0));
      position += chunk.length;
      done(null, kept);
    },
  });
  // An error of either stream ends the other.
  pipeline(bytes, limit, () => undefined);
  return limit;
}

/** Whether an error means that the file does not exist. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as S3ServiceException).name !== "NoSuchBucket";
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
