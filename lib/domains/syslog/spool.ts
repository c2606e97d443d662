import { EventEmitter } from "node:events";
import {
  closeSync,
  existsSync,
  fsync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

/** A closed file with the lines of one source. */
export interface Segment {
  source: string;
  path: string;
  bytes: number;
}

interface OpenFile {
  fd: number;
  path: string;
  bytes: number;
  openedAtMs: number;
}

/** The lines of a source that are not yet in a closed segment. */
interface OpenLog {
  file?: OpenFile | undefined;
  pending: Buffer[];
}

interface SpoolOptions {
  directory: string;
  /** Above this size, the spool is full. */
  limitBytes: number;
  segmentBytes: number;
  segmentMs: number;
  /** Reports that lines could not be written, or were lost. */
  onError(error: unknown): void;
}

const open = ".open";
const closed = ".log";
/** Lines in memory are written at this size at the latest, so that no segment exceeds its size by more. */
const pendingMax = 256 * 1024;

/**
 * Lines on disk until the service has accepted them. Emits `closed` when a segment can be sent, and `available` when the
 * spool is no longer full. Lines are written before the next event of the event loop, so a killed process loses at most the
 * messages of that moment.
 */
export class Spool extends EventEmitter<{ closed: []; available: [] }> {
  /** Segments to send, oldest first. */
  readonly segments: Segment[] = [];
  /** Lines on disk and in memory. */
  bytes = 0;
  private readonly logs = new Map<string, OpenLog>();
  private readonly closing = new Set<Promise<void>>();
  private pendingBytes = 0;
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
      this.segments.push({ source: name.slice(0, name.indexOf("~")), path, bytes: statSync(path).size });
    }
    this.bytes = this.segments.reduce((sum, segment) => sum + segment.bytes, 0);
    this.timer = setInterval(() => this.flush(), 1_000).unref();
  }

  /** Whether senders have to wait. */
  get isFull(): boolean {
    this.wasFull ||= this.isFailing || this.bytes >= this.options.limitBytes;
    return this.wasFull;
  }

  /** Whether datagrams are dropped. They have half of the space, because their senders are not known. */
  get isFullForDatagrams(): boolean {
    return this.isFull || this.bytes >= this.options.limitBytes / 2;
  }

  append(source: string, line: Buffer): void {
    const log = this.logs.get(source) ?? { pending: [] };
    this.logs.set(source, log);
    log.pending.push(line);
    this.bytes += line.length;
    this.pendingBytes += line.length;
    if (this.pendingBytes >= pendingMax && !this.isFailing) this.flush();
    if (this.isFlushing) return;
    this.isFlushing = true;
    setImmediate(() => {
      this.isFlushing = false;
      this.flush();
    });
  }

  /** Deletes a segment that was sent. */
  remove(segment: Segment): void {
    rmSync(segment.path, { force: true });
    this.forget(segment);
  }

  /** Keeps a rejected segment for the operator: the newest ones, up to a tenth of the limit. */
  reject(segment: Segment): void {
    const { directory, limitBytes } = this.options;
    const rejected = join(directory, "rejected");
    renameSync(segment.path, join(rejected, basename(segment.path)));
    this.forget(segment);
    const kept = readdirSync(rejected).sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
    let size = 0;
    for (const path of kept.map((name) => join(rejected, name))) {
      size += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > limitBytes / 10) rmSync(path, { recursive: true, force: true });
    }
  }

  /** Writes all lines and closes all segments. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.flush(true);
    await Promise.all(this.closing);
    if (this.pendingBytes > 0) this.options.onError(new Error(`${this.pendingBytes} bytes of messages were lost`));
  }

  private forget(segment: Segment): void {
    const at = this.segments.indexOf(segment);
    if (at !== -1) this.segments.splice(at, 1);
    this.bytes -= segment.bytes;
    this.emitIfAvailable();
  }

  private flush(isLast = false): void {
    const errors: unknown[] = [];
    for (const [source, log] of this.logs) {
      try {
        this.write(source, log);
      } catch (error) {
        errors.push(error);
      }
      if (log.file && (isLast || this.isComplete(source, log.file))) this.startClosing(source, log, log.file);
    }
    if (errors.length > 0 && !this.isFailing) this.options.onError(errors[0]);
    this.isFailing = errors.length > 0;
    this.pendingBytes = [...this.logs.values()]
      .flatMap(({ pending }) => pending)
      .reduce((sum, { length }) => sum + length, 0);
    this.emitIfAvailable();
  }

  /** Keeps the lines that could not be written, and closes their file. Throws if the disk is full, for example. */
  private write(source: string, log: OpenLog): void {
    if (log.pending.length === 0) return;
    const lines = Buffer.concat(log.pending);
    const name = `${source}~${Date.now()}-${String(this.number++).padStart(9, "0")}`;
    log.file ??= openFile(join(this.options.directory, name));
    const { file } = log;
    try {
      for (let at = 0; at < lines.length; ) at += writeSync(file.fd, lines, at);
      file.bytes += lines.length;
      log.pending = [];
    } catch (error) {
      log.pending = [lines];
      try {
        ftruncateSync(file.fd, file.bytes);
      } finally {
        this.startClosing(source, log, file);
      }
      throw error;
    }
  }

  /** One segment of a source waits at a time unless it is large, so that an outage does not leave many small files. */
  private isComplete(source: string, { bytes, openedAtMs }: OpenFile): boolean {
    const { segmentBytes, segmentMs } = this.options;
    if (bytes >= segmentBytes || this.isFull) return true;
    return performance.now() - openedAtMs >= segmentMs && !this.segments.some((segment) => segment.source === source);
  }

  private startClosing(source: string, log: OpenLog, file: OpenFile): void {
    log.file = undefined;
    const done = this.closeFile(source, file);
    this.closing.add(done);
    void done.finally(() => this.closing.delete(done));
  }

  private async closeFile(source: string, { fd, path, bytes }: OpenFile): Promise<void> {
    try {
      await promisify(fsync)(fd).finally(() => closeSync(fd));
      renameSync(path + open, path + closed);
    } catch (error) {
      this.options.onError(error);
    }
    const found = [path + closed, path + open].find((one) => existsSync(one));
    if (bytes > 0 && found) this.segments.push({ source, path: found, bytes });
    else {
      rmSync(path + closed, { force: true });
      this.bytes -= bytes;
      if (bytes > 0) this.options.onError(new Error(`${path} with ${bytes} bytes of messages no longer exists`));
    }
    this.emit("closed");
  }

  private emitIfAvailable(): void {
    if (!this.wasFull || this.isFailing || this.bytes > this.options.limitBytes * 0.9) return;
    this.wasFull = false;
    this.emit("available");
  }
}

function openFile(path: string): OpenFile {
  return { fd: openSync(path + open, "ax", 0o600), path, bytes: 0, openedAtMs: performance.now() };
}

/** The part of a name that sorts by time. */
function timeOf(name: string): string {
  return name.slice(name.indexOf("~"));
}
