import { InputError, type ReadBatch } from "@/lib/domains/shadow-ai/ingest";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import type { SkippedLines } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { Rejection } from "@/lib/domains/shadow-ai/schemas-sources";

/** Maximum number of lines per reason, and of reasons, which limits the size of a report. */
const linesOfReason = 10;
const reasonsMax = 50;

interface Reason {
  lines: Rejection[];
  further: number;
}

/** Totals of an import since its start. */
export type ImportFigures = ReturnType<ImportTally["figures"]>;

/** Counts the outcomes of a log's lines. */
export class ImportTally {
  format: LogFormat | null = null;
  lines = 0;
  accepted = 0;
  duplicates = 0;
  counted = 0;
  bytesRead = 0;
  private skippedLines: SkippedLines = {};
  private passedOver = 0;
  private rejectedLines = 0;
  private firstMs: number | null = null;
  private lastMs: number | null = null;
  private readonly reasons = new Map<string, Reason>();

  /**
   * `namesFiles`: the log consists of several files, so reports include the file name beside the line number.
   * `counted`: records that an interrupted attempt at the same log counted, which are found again as duplicates.
   */
  constructor(
    private readonly namesFiles: boolean,
    counted = 0,
  ) {
    this.addCounted(counted, -counted);
  }

  get rejected(): number {
    return this.rejectedLines;
  }

  addBatch({ format, linesRead, bytesRead, skipped, bad, file }: ReadBatch): void {
    this.format ??= format;
    this.skippedLines = skipped;
    this.lines += linesRead;
    this.bytesRead = bytesRead;
    for (const { line, message } of bad) this.reject(file, line, message);
  }

  reject(file: string, line: number, message: string): void {
    this.rejectedLines += 1;
    this.note(file, line, message);
  }

  /** Counts a record that was read but exceeds the limit of unknown hosts. */
  passOver(file: string, line: number, message: string): void {
    this.passedOver += 1;
    this.note(file, line, message);
  }

  /** Skipped lines by reason so far. */
  get skipped(): SkippedLines {
    return { ...this.skippedLines, ...(this.passedOver > 0 && { TOO_MANY_HOSTS: this.passedOver }) };
  }

  private note(file: string, line: number, message: string): void {
    const text = this.namesFiles ? `${file}: ${message}` : message;
    let reason = this.reasons.get(text);
    if (!reason) {
      if (this.reasons.size >= reasonsMax) return;
      reason = { lines: [], further: 0 };
      this.reasons.set(text, reason);
    }
    if (reason.lines.length < linesOfReason) reason.lines.push({ line, message: text });
    else reason.further += 1;
  }

  /** Records the time of an accepted record. */
  see(atMs: number): void {
    if (this.firstMs === null || atMs < this.firstMs) this.firstMs = atMs;
    if (this.lastMs === null || atMs > this.lastMs) this.lastMs = atMs;
  }

  /** Counts accepted records as duplicates because all of them were already known. */
  turnIntoDuplicates(): void {
    this.duplicates += this.accepted;
    this.accepted = 0;
  }

  /** Reported lines by number. The last line of a reason contains the number of further lines. */
  errors(): Rejection[] {
    const all = [...this.reasons.values()].flatMap(({ lines, further }) => {
      const last = lines.at(-1);
      if (!last || further === 0) return lines;
      return [...lines.slice(0, -1), { ...last, message: `${last.message} (${further} more such lines)` }];
    });
    return all.sort((one, other) => one.line - other.line);
  }

  /** Adds new and repeated records. */
  addCounted(fresh: number, duplicates: number): void {
    this.counted += fresh;
    this.accepted += fresh;
    this.duplicates += duplicates;
  }

  /** The value of {@link figures} after these records are added. */
  figuresWith(fresh: number, duplicates: number): ImportFigures {
    const now = this.figures();
    return {
      ...now,
      counted: now.counted + fresh,
      accepted: now.accepted + fresh,
      duplicates: Math.max(0, this.duplicates + duplicates),
    };
  }

  figures() {
    const { format, lines, accepted, rejected, counted, bytesRead } = this;
    const duplicates = Math.max(0, this.duplicates);
    const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms));
    return {
      ...{ format, lines, accepted, duplicates, rejected, counted, bytesRead },
      skipped: this.skipped,
      errors: this.errors(),
      firstRecordAt: timeOf(this.firstMs),
      lastRecordAt: timeOf(this.lastMs),
    };
  }
}

interface Limits {
  badLines?: number;
  records?: number;
  cpuMs?: number;
}

/** An import fails if its bad lines exceed the limit by this factor, even if most lines are readable. */
const scatteredBadLines = 5;

/** Ends a log that exceeds its limits. Omitted limits do not apply. */
export class ReadingBudget {
  private lines = 0;
  private badLines = 0;
  private records = 0;
  private cpuMs = 0;
  private firstProblem: ReadBatch["bad"][number] | undefined;

  constructor(private readonly limits: Limits = {}) {}

  /**
   * Adds a batch with the processor time that its records took after parsing. Throws InputError `unreadable` or `too_large`
   * once a limit is exceeded.
   */
  spend({ linesRead, bad, records, cpuMs: parsingMs }: ReadBatch, recordsMs: number): void {
    this.lines += linesRead;
    this.badLines += bad.length;
    this.records += records.length;
    this.cpuMs += parsingMs + recordsMs;
    this.firstProblem ??= bad[0];
    const { limits } = this;
    if (this.badLines >= (limits.badLines ?? Number.POSITIVE_INFINITY) * this.badLinesFactor()) throw this.unreadable();
    if (this.records > (limits.records ?? Number.POSITIVE_INFINITY)) {
      throw new InputError("too_large", `The input has more than ${limits.records?.toLocaleString("en")} records.`);
    }
    if (this.cpuMs > (limits.cpuMs ?? Number.POSITIVE_INFINITY)) {
      const seconds = (limits.cpuMs ?? 0) / 1000;
      throw new InputError("too_large", `Reading the input takes more than ${seconds} s. Send it in smaller parts.`);
    }
  }

  private badLinesFactor(): number {
    return this.badLines * 2 >= this.lines ? 1 : scatteredBadLines;
  }

  private unreadable(): InputError {
    const { line, message } = this.firstProblem ?? { line: 1, message: "" };
    const counted = `${this.badLines.toLocaleString("en")} of the first ${this.lines.toLocaleString("en")} lines`;
    return new InputError("unreadable", `${counted} cannot be parsed. Check the log format. Line ${line}: ${message}`);
  }
}
