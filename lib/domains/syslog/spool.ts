import { EventEmitter } from "node:events";
import { closeSync, fsync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** A closed file with the lines of one source. */
export interface Segment {
  source: string;
  path: string;
  bytes: number;
}

/** The lines of a source that are not yet in a closed segment. */
interface OpenLog {
  file?: { fd: number; path: string; bytes: number; openedAtMs: number } | undefined;
  pending: Buffer[];
}

interface SpoolOptions {
  directory: string;
  /** Above this size, the spool is full. */
  limitBytes: number;
  segmentBytes: number;
  segmentMs: number;
  /** Reports a failed write. */
  onError(error: unknown): void;
}

const open = ".open";
const closed = ".log";

/**
 * Lines on disk until the service has accepted them. Emits `closed` when a segment can be sent, and `room` when the spool is
 * no longer full. Lines are written before the next event of the event loop, so a killed process loses at most the
 * messages of that moment.
 */
export class Spool extends EventEmitter<{ closed: []; room: [] }> {
  /** Segments to send, oldest first. */
  readonly segments: Segment[] = [];
  /** Lines on disk and in memory. */
  bytes = 0;
  private readonly logs = new Map<string, OpenLog>();
  private readonly closing = new Set<Promise<void>>();
  private isFailing = false;
  private isFlushing = false;
  private wasFull = false;
  private number = 0;
  private readonly timer: NodeJS.Timeout;

  /** Finds the segments of earlier processes. The lines of a killed process are complete except possibly the last. */
  constructor(private readonly options: SpoolOptions) {
    super();
    mkdirSync(join(options.directory, "rejected"), { recursive: true, mode: 0o700 });
    const names = readdirSync(options.directory).filter((name) => name.endsWith(open) || name.endsWith(closed));
    for (const name of names.sort((one, other) => timeOf(one).localeCompare(timeOf(other)))) {
      const path = join(options.directory, name.replace(/\.open$/, closed));
      renameSync(join(options.directory, name), path);
      this.add(name.slice(0, name.indexOf("~")), path, statSync(path).size);
    }
    this.bytes = this.segments.reduce((sum, segment) => sum + segment.bytes, 0);
    this.timer = setInterval(() => this.flush(), 1_000).unref();
  }

  /** Whether senders have to wait. */
  get isFull(): boolean {
    this.wasFull ||= this.isFailing || this.bytes >= this.options.limitBytes;
    return this.wasFull;
  }

  append(source: string, line: Buffer): void {
    const log = this.logs.get(source) ?? { pending: [] };
    this.logs.set(source, log);
    log.pending.push(line);
    this.bytes += line.length;
    if (this.isFlushing) return;
    this.isFlushing = true;
    setImmediate(() => this.flush());
  }

  /** Deletes an accepted segment, or keeps a rejected one for the operator: the newest, up to a tenth of the limit. */
  remove(segment: Segment, isRejected: boolean): void {
    const { directory, limitBytes } = this.options;
    const rejected = join(directory, "rejected");
    if (isRejected) {
      renameSync(segment.path, join(rejected, segment.path.slice(directory.length + 1)));
      const kept = readdirSync(rejected).sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
      let size = 0;
      for (const path of kept.map((name) => join(rejected, name))) {
        size += statSync(path).size;
        if (size > limitBytes / 10) rmSync(path);
      }
    } else rmSync(segment.path);
    this.segments.splice(this.segments.indexOf(segment), 1);
    this.bytes -= segment.bytes;
    this.offerRoom();
  }

  /** Writes all lines and closes all segments. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.flush(true);
    await Promise.all(this.closing);
  }

  private flush(isLast = false): void {
    this.isFlushing = false;
    try {
      for (const [source, log] of this.logs) this.write(source, log, isLast);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.options.onError(error);
      this.isFailing = true;
    }
    this.offerRoom();
  }

  /** Keeps the lines that could not be written. Throws if the disk is full, for example. */
  private write(source: string, log: OpenLog, isLast: boolean): void {
    const { directory, segmentBytes, segmentMs } = this.options;
    let rest = Buffer.concat(log.pending);
    try {
      while (rest.length > 0) {
        log.file ??= this.openFile(
          join(directory, `${source}~${Date.now()}-${String(this.number++).padStart(9, "0")}`),
        );
        const written = writeSync(log.file.fd, rest);
        log.file.bytes += written;
        rest = rest.subarray(written);
      }
    } finally {
      log.pending = rest.length > 0 ? [rest] : [];
    }
    const { file } = log;
    if (!file || (!isLast && file.bytes < segmentBytes && Date.now() - file.openedAtMs < segmentMs)) return;
    log.file = undefined;
    const done = this.closeFile(source, file).catch(this.options.onError);
    this.closing.add(done);
    void done.finally(() => this.closing.delete(done));
  }

  private openFile(path: string) {
    return { fd: openSync(path + open, "ax", 0o600), path, bytes: 0, openedAtMs: Date.now() };
  }

  private async closeFile(source: string, { fd, path, bytes }: NonNullable<OpenLog["file"]>): Promise<void> {
    await promisify(fsync)(fd).finally(() => closeSync(fd));
    renameSync(path + open, path + closed);
    this.add(source, path + closed, bytes);
    this.emit("closed");
  }

  private add(source: string, path: string, bytes: number): void {
    this.segments.push({ source, path, bytes });
  }

  private offerRoom(): void {
    if (!this.wasFull || this.isFailing || this.bytes > this.options.limitBytes * 0.9) return;
    this.wasFull = false;
    this.emit("room");
  }
}

/** The part of a name that sorts by time. */
function timeOf(name: string): string {
  return name.slice(name.indexOf("~"));
}
