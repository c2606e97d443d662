import type { ImportFigures } from "@/lib/shadow-ai/imports/source-store";
import type { ReadBatch } from "@/lib/shadow-ai/ingest";
import type { LogFormat } from "@/lib/shadow-ai/ingest/log-formats";
import type { Rejection } from "@/lib/shadow-ai/schemas-sources";

/** Lines that are named for each reason, and reasons that are named: what a report holds is little, whatever comes in. */
const linesOfReason = 10;
const reasonsMax = 50;

interface Reason {
  lines: Rejection[];
  further: number;
}

/** Counts what becomes of a log. */
export class ImportTally {
  format: LogFormat | null = null;
  lines = 0;
  accepted = 0;
  duplicates = 0;
  counted = 0;
  bytesRead = 0;
  private rejectedLines = 0;
  private firstMs: number | null = null;
  private lastMs: number | null = null;
  private readonly reasons = new Map<string, Reason>();

  /** `namesFiles`: the log is several files, of which a line's number alone says too little. */
  constructor(private readonly namesFiles: boolean) {}

  get rejected(): number {
    return this.rejectedLines;
  }

  addBatch({ format, linesRead, bytesRead, bad, file }: ReadBatch): void {
    this.format ??= format;
    this.lines += linesRead;
    this.bytesRead = bytesRead;
    for (const { line, message } of bad) this.reject(file, line, message);
  }

  reject(file: string, line: number, message: string): void {
    this.rejectedLines += 1;
    this.note(file, line, message);
  }

  /** A record that was read, and of which nothing was made. */
  passOver(file: string, line: number, message: string): void {
    this.accepted += 1;
    this.note(file, line, message);
  }

  private note(file: string, line: number, message: string): void {
    const told = this.namesFiles ? `${file}: ${message}` : message;
    let reason = this.reasons.get(told);
    if (!reason) {
      if (this.reasons.size >= reasonsMax) return;
      reason = { lines: [], further: 0 };
      this.reasons.set(told, reason);
    }
    if (reason.lines.length < linesOfReason) reason.lines.push({ line, message: told });
    else reason.further += 1;
  }

  /** Notes when a record that is not rejected happened. */
  see(atMs: number): void {
    if (this.firstMs === null || atMs < this.firstMs) this.firstMs = atMs;
    if (this.lastMs === null || atMs > this.lastMs) this.lastMs = atMs;
  }

  /** What was taken had all been taken before. */
  turnIntoDuplicates(): void {
    this.duplicates += this.accepted;
    this.accepted = 0;
  }

  /** The lines that were named, by their number; the last of a reason says how many more there are. */
  errors(): Rejection[] {
    const all = [...this.reasons.values()].flatMap(({ lines, further }) => {
      const last = lines.at(-1);
      if (!last || further === 0) return lines;
      return [...lines.slice(0, -1), { ...last, message: `${last.message} (${further} more lines like this)` }];
    });
    return all.sort((one, other) => one.line - other.line);
  }

  /** Adds records of interest: those that had not come before, and those that had. */
  addCounted(fresh: number, duplicates: number): void {
    this.counted += fresh;
    this.accepted += fresh;
    this.duplicates += duplicates;
  }

  /** What {@link figures} will be once these are added. */
  figuresWith(fresh: number, duplicates: number): ImportFigures {
    const now = this.figures();
    return {
      ...now,
      counted: now.counted + fresh,
      accepted: now.accepted + fresh,
      duplicates: now.duplicates + duplicates,
    };
  }

  figures(): ImportFigures {
    const { format, lines, accepted, duplicates, rejected, counted, bytesRead } = this;
    const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms));
    return {
      ...{ format, lines, accepted, duplicates, rejected, counted, bytesRead },
      errors: this.errors(),
      firstRecordAt: timeOf(this.firstMs),
      lastRecordAt: timeOf(this.lastMs),
    };
  }
}
