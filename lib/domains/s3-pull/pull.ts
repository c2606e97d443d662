import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { GetObjectCommand, ListObjectsV2Command, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { z } from "zod";
import {
  Backoff,
  callService,
  type Destination,
  type Problem,
  problemOf,
  requestTimeoutMs,
  sendLog,
} from "@/lib/domains/log-sender";
import type { Counters } from "@/lib/domains/s3-pull/counters";
import type { PullState } from "@/lib/domains/s3-pull/state";

export interface LogBucket {
  source: string;
  bucket: string;
  prefix: string;
  /** Only objects whose key sorts after this one. */
  startAfter?: string | undefined;
  /** Only objects modified since this time. */
  sinceMs: number;
}

interface LogObject {
  /** The version: a hash of the key, ETag, modification time and size. */
  id: string;
  key: string;
  etag: string | undefined;
  modifiedMs: number;
  size: number;
}

/** How an attempt ended: imported or rejected. `problem`: it must be repeated. */
type Outcome = { rejectedLines: number } | { reason: string } | Problem;

/** The service's limits for a body as sent and for its text. */
const bodyMax = 64 * 1024 * 1024;
const textMax = 512 * 1024 * 1024;
const lastRetryMs = 10 * 60_000;
/** Maximum wait for an import in the background before other objects are attempted. */
const followMs = 10 * 60_000;
/** Minimum rate at which an object is expected to be transferred: 100 kB/s. */
const leastBytesPerMs = 100;

const LogImport = z.object({
  status: z.string(),
  failureReason: z.string().nullable(),
  lines: z.number(),
  rejected: z.number(),
  errors: z.array(z.object({ message: z.string() })),
  finishedAt: z.string().nullable(),
});

/** Imports the new objects of a bucket. Objects that fail are attempted again in later passes, and do not delay others. */
export class Puller {
  private readonly backoff = new Backoff();
  private readonly retries = new Map<string, { attempts: number; atMs: number }>();
  private readonly seen = new Set<string>();

  constructor(
    private readonly client: S3Client,
    private readonly place: LogBucket,
    private readonly state: PullState,
    private readonly destination: Destination,
    private readonly counters: Counters,
  ) {}

  /** Attempts each new object once. Returns the number of objects that were not imported or rejected. */
  async pass(): Promise<number> {
    const { source } = this.place;
    const { signal } = this.destination;
    const failed = new Set<string>();
    const startedMs = Date.now();
    let newestMs = 0;
    for await (const object of this.list()) {
      const { id, modifiedMs } = object;
      newestMs = Math.max(newestMs, modifiedMs);
      this.counters.newest.set(source, Math.max(modifiedMs, this.counters.newest.get(source) ?? 0));
      if (modifiedMs < this.place.sinceMs || this.state.isSettled(id, modifiedMs)) continue;
      if (!this.seen.has(id)) this.counters.seen.inc({ source });
      this.seen.add(id);
      const isDone = (this.retries.get(id)?.atMs ?? 0) <= Date.now() && (await this.attempt(object));
      signal.throwIfAborted();
      if (!isDone) failed.add(id);
    }
    await this.state.endPass(Math.min(newestMs, startedMs), failed);
    for (const id of this.seen) if (!failed.has(id)) this.seen.delete(id);
    for (const id of this.retries.keys()) if (!failed.has(id)) this.retries.delete(id);
    if (failed.size === 0) this.counters.lastSuccess.set({ source }, Math.floor(Date.now() / 1_000));
    return failed.size;
  }

  /** Milliseconds until the first failed object can be attempted again. */
  retryInMs(): number {
    const firstMs = [...this.retries.values()].reduce((first, { atMs }) => Math.min(first, atMs), Infinity);
    return Math.max(1_000, firstMs - Date.now());
  }

  private async *list(): AsyncGenerator<LogObject, void, undefined> {
    const { bucket: Bucket, prefix: Prefix, startAfter: StartAfter } = this.place;
    // Without URL encoding, a key with a control character would make the listing unreadable.
    const request = { Bucket, Prefix, StartAfter, EncodingType: "url" as const };
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({ ...request, ContinuationToken: token });
      const page = await this.client.send(command, { abortSignal: this.destination.signal });
      for (const { Key, ETag, LastModified, Size = 0 } of page.Contents ?? []) {
        if (Key === undefined || LastModified === undefined) continue;
        const key = page.EncodingType === "url" ? decoded(Key) : Key;
        const modifiedMs = LastModified.getTime();
        const version = JSON.stringify([key, ETag, modifiedMs, Size]);
        const id = createHash("sha256").update(version).digest("base64url").slice(0, 22);
        yield { id, key, etag: ETag, modifiedMs, size: Size };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (page.IsTruncated && token === undefined) throw new Error("the server returned an incomplete list of objects");
    } while (token !== undefined);
  }

  private async attempt(object: LogObject): Promise<boolean> {
    const { id, key, modifiedMs, size } = object;
    const { source } = this.place;
    const { report, signal } = this.destination;
    const outcome = await this.transfer(object);
    if (signal.aborted) return false;
    if ("problem" in outcome) {
      const attempts = (this.retries.get(id)?.attempts ?? 0) + 1;
      this.retries.set(id, { attempts, atMs: Date.now() + Math.min(500 * 2 ** attempts, lastRetryMs) });
      this.counters.retries.inc({ source });
      report({ level: "warn", message: "object not imported", source, key, problem: outcome.problem });
      // Negative: the problem is not the service's.
      if (outcome.afterMs >= 0)
        await delay(this.backoff.next(outcome.afterMs), undefined, { signal }).catch(() => undefined);
      return false;
    }
    this.backoff.reset();
    if ("reason" in outcome) {
      this.counters.rejected.inc({ source });
      report({ level: "error", message: "object rejected", source, key, reason: outcome.reason });
      await this.state.reject(id, { key, modifiedMs, reason: outcome.reason });
      return true;
    }
    this.counters.imported.inc({ source });
    this.counters.bytes.inc({ source }, size);
    this.counters.linesRejected.inc({ source }, outcome.rejectedLines);
    if (outcome.rejectedLines > 0)
      report({ level: "error", message: "lines rejected", source, key, rejected: outcome.rejectedLines });
    await this.state.settle(id, modifiedMs);
    return true;
  }

  private async transfer(object: LogObject): Promise<Outcome> {
    if (object.size === 0) return { rejectedLines: 0 };
    if (object.size > textMax) return tooLarge;
    const importId = this.state.importing.get(object.id);
    if (importId !== undefined) return this.follow(object.id, importId).catch(problemOf);
    let body: Readable;
    try {
      body = await this.open(object);
    } catch (error) {
      if (!(error instanceof S3ServiceException)) return problemOf(error);
      const status = error.$metadata.httpStatusCode;
      // The next listing does not contain this version.
      if (status === 412 || error.name === "NoSuchKey") return { problem: "deleted or changed", afterMs: -1 };
      if (error.name === "InvalidObjectState") return { problem: "archived: restore the object", afterMs: -1 };
      return { problem: `S3: ${error.name}: ${error.message}`, afterMs: -1 };
    }
    let sentBytes = 0;
    async function* counted() {
      for await (const chunk of body) {
        sentBytes += chunk.length;
        // The service imports nothing from an incomplete body.
        if (sentBytes > bodyMax) throw new Error("the body is too large");
        yield chunk;
      }
    }
    const stream = Readable.toWeb(Readable.from(counted()));
    const timeoutMs = requestTimeoutMs + Math.ceil(Math.min(object.size, bodyMax) / leastBytesPerMs);
    const sent = await sendLog(this.destination, this.place.source, stream as ReadableStream, timeoutMs).catch(
      problemOf,
    );
    body.destroy();
    if (sentBytes > bodyMax) return tooLarge;
    if ("problem" in sent) return sent;
    if (sent.isRejected) return { reason: sent.message ?? "The service rejected the object." };
    if (sent.status !== "QUEUED") return outcomeOf(sent);
    this.state.importing.set(object.id, sent.importId);
    await this.state.save();
    return this.follow(object.id, sent.importId).catch(problemOf);
  }

  /** The bytes of an object. A text that exceeds the service's limit is compressed. */
  private async open({ key, etag, size }: LogObject): Promise<Readable> {
    const get = async (Range?: string) => {
      const command = new GetObjectCommand({ Bucket: this.place.bucket, Key: key, IfMatch: etag, Range });
      const { Body } = await this.client.send(command, { abortSignal: this.destination.signal });
      if (!(Body instanceof Readable)) throw new Error(`the server returned no content for ${key}`);
      return Body;
    };
    if (size <= bodyMax) return get();
    const head = Buffer.concat(await (await get("bytes=0-1")).toArray());
    const text = await get();
    if (head[0] === 0x1f && head[1] === 0x8b) return text;
    const gzip = createGzip({ level: 1 });
    // The reader of the stream gets the error too, unless it has not started.
    gzip.on("error", () => undefined);
    text.on("error", (error) => gzip.destroy(error));
    gzip.on("close", () => text.destroy());
    return text.pipe(gzip);
  }

  /** Waits for the outcome of an import in the background. */
  private async follow(id: string, importId: string): Promise<Outcome> {
    const { signal } = this.destination;
    const deadlineMs = Date.now() + followMs;
    for (let waitMs = 250; ; waitMs = Math.min(2 * waitMs, 10_000)) {
      const path = `/v1/sensors/imports/${encodeURIComponent(importId)}`;
      const { status, json, problem } = await callService(this.destination, path);
      const found = LogImport.safeParse(json).data;
      const isFailed = found?.status === "FAILED";
      // After an internal error, the log must be sent again.
      if (status === 404 || (isFailed && /Send (?:it|the log) again/.test(found.failureReason ?? ""))) {
        this.state.importing.delete(id);
        return problem;
      }
      if (status !== 200 || !found) return problem;
      if (isFailed) return { reason: found.failureReason ?? "The import failed." };
      if (found.finishedAt !== null) return outcomeOf(found);
      // The next pass continues, so that other objects do not wait.
      if (Date.now() > deadlineMs) return { problem: `import ${importId} is still ${found.status}`, afterMs: -1 };
      await delay(waitMs, undefined, { signal });
    }
  }
}

const tooLarge: Outcome = {
  reason: "The object is larger than 64 MiB as gzip or 512 MiB as text. Import it from the command line.",
};

function outcomeOf({ lines, rejected, errors }: Pick<z.infer<typeof LogImport>, "lines" | "rejected" | "errors">) {
  if (rejected > 0 && rejected >= lines) return { reason: errors[0]?.message ?? "The service rejected all lines." };
  return { rejectedLines: rejected };
}

/** Some servers return keys without encoding although it was requested. */
function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replace(/\+/g, " "));
  } catch {
    return key;
  }
}
