import { InputError, type ReadBatch } from "@/lib/shadow-ai/ingest";

interface Limits {
  badLines?: number;
  records?: number;
  cpuMs?: number;
}

/** Bad lines beyond so many times the limit end a log even where most of its lines can be read. */
const scatteredBadLines = 5;

/** Ends a log that costs more than it may. Limits that are not given do not apply. */
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
      throw new InputError("too_large", `The input takes more than ${seconds} s to read. Send it in smaller parts.`);
    }
  }

  private badLinesFactor(): number {
    return this.badLines * 2 >= this.lines ? 1 : scatteredBadLines;
  }

  private unreadable(): InputError {
    const { line, message } = this.firstProblem ?? { line: 1, message: "" };
    const counted = `${this.badLines.toLocaleString("en")} of the first ${this.lines.toLocaleString("en")} lines`;
    return new InputError(
      "unreadable",
      `${counted} cannot be read. Check the format of the log. Line ${line}: ${message}`,
    );
  }
}
