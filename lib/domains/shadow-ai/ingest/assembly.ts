import { createHmac } from "node:crypto";
import type { Lines } from "@/lib/domains/shadow-ai/ingest/input/log-input";
import { AnsweredNames, ConnectionJoin, RecentMap } from "@/lib/domains/shadow-ai/ingest/joins";
import type { LogFormat } from "@/lib/domains/shadow-ai/ingest/log-formats";
import { hostOfAddress } from "@/lib/domains/shadow-ai/ingest/mask/hosts";
import { addFigures, RecordMaker } from "@/lib/domains/shadow-ai/ingest/mask/record-maker";
import {
  type JoinPart,
  type LineParser,
  type Problem,
  type Sighting,
  Skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import type { SkippedLines, SkipReason } from "@/lib/domains/shadow-ai/ingest/skip-reasons";
import type { LineRecord, ReadBatch, ReadOptions } from "@/lib/domains/shadow-ai/ingest/types";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

const pendingJoinsDefault = 200_000;

/** Formats whose lines contain an identifier, so that identical lines are the same line. */
const identified: ReadonlySet<LogFormat> = new Set(["zeek", "suricata", "otel", "cloudtrail", "microsoft"]);

/** Formats whose lines about one connection are also joined across imports. They identify a connection permanently. */
const joinedLater: ReadonlySet<LogFormat> = new Set(["zeek", "suricata"]);
/** The same, with formats that can contain their lines. */
const maybeJoinedLater: ReadonlySet<LogFormat> = new Set([...joinedLater, "wrapped"]);

/** Maximum number of lines of a file that are compared. Identical lines are near each other, because they contain a time. */
const comparedMax = 50_000;

/** Turns the lines of all files into records: parses and masks them, and joins lines about the same connection. */
export class Assembly {
  readonly skipped: SkippedLines = {};
  private readonly maker: RecordMaker;
  private readonly join: ConnectionJoin<PendingRecord>;
  private readonly names: AnsweredNames;
  /** Completed records by file number. */
  private readonly ready: PendingRecord[][] = [];
  /** Identical lines so far, by file number. */
  private readonly repeats: RecentMap<number>[] = [];
  /** Connections that earlier imports named. Null until a format requires them. */
  private earlier: Set<bigint> | null = null;
  /** Byte counts of such connections whose records have not been read. */
  private completing: Completing[] = [];

  constructor(private readonly options: ReadOptions) {
    const pendingMax = options.limits?.pendingJoins ?? pendingJoinsDefault;
    this.maker = new RecordMaker(options);
    this.join = new ConnectionJoin(pendingMax, (record) => this.release(record));
    this.names = new AnsweredNames(pendingMax);
  }

  /** Reads lines of a file. Returns the bad lines and the latest time of the others. Call `prepare` before. */
  add(
    { parser, format }: { parser: LineParser; format: LogFormat },
    { lines, firstLine, bad }: Lines,
    file: number,
  ): { bad: ReadBatch["bad"]; reachedMs: number } {
    this.repeats[file] ??= new RecentMap(comparedMax);
    const problems: ReadBatch["bad"] = [];
    let reachedMs = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index] as string;
      if (text === "") {
        this.skip("EMPTY");
        continue;
      }
      const line = firstLine + index;
      const reading = parser.read(text);
      const content = parser.contentFormat?.() ?? format;
      if (reading instanceof Skip) {
        this.skip(reading.reason);
        continue;
      }
      if (typeof reading === "string") {
        problems.push({ line, message: reading });
        continue;
      }
      if (isList(reading)) {
        let problem: Problem | undefined;
        for (const [place, seen] of reading.entries()) {
          problem = this.addSighting(seen, { file, line, text, place, content }) ?? problem;
          if (seen.atMs > reachedMs) reachedMs = seen.atMs;
        }
        if (problem !== undefined) problems.push({ line, message: problem });
      } else {
        const problem = this.addSighting(reading, { file, line, text, place: 0, content });
        if (problem !== undefined) problems.push({ line, message: problem });
        else if (reading.atMs > reachedMs) reachedMs = reading.atMs;
      }
    }
    return { bad: [...problems, ...bad], reachedMs };
  }

  /** Finds the connections that lines of this format can complete. */
  async prepare(format: LogFormat): Promise<void> {
    const { waiting } = this.options;
    if (waiting && maybeJoinedLater.has(format)) this.earlier ??= await waiting.list();
  }

  /** Releases the connections of earlier imports that the lines completed. */
  async complete(): Promise<void> {
    const { waiting, hashKey } = this.options;
    if (!waiting || this.completing.length === 0) return;
    const found = this.completing;
    this.completing = [];
    const records = await waiting.read(found.map(({ connection }) => connection));
    for (const { connection, seen, from } of found) {
      const record = records.get(connection);
      if (!record) {
        this.skip("MERGED");
        continue;
      }
      addFigures(record, seen);
      const completed = new PendingRecord(record, from, null, null, { hashKey, repeats: undefined });
      completed.completes = connection;
      this.release(completed);
    }
  }

  /** Releases all waiting lines after the last line. */
  end(): void {
    this.join.end();
  }

  /** Removes completed records of a file, at most the given number. */
  take(file: number, max: number): LineRecord[] {
    const ready = this.ready[file] ?? [];
    if (ready.length > max) return ready.splice(0, max);
    this.ready[file] = [];
    return ready;
  }

  readyCount(file: number): number {
    return this.ready[file]?.length ?? 0;
  }

  private addSighting(seen: Sighting, from: Origin): Problem | undefined {
    const { join } = seen;
    // A login challenge of a proxy, which the client answers with another request.
    if (seen.status === 407 && seen.vantage === "PROXY") {
      this.skip("NO_REQUEST");
      return undefined;
    }
    if (join && join.part === "FIGURES") {
      if (this.completeEarlier(seen, join.key, from)) return undefined;
      // The most common case: only the figures are needed from the line.
      const named = this.join.takeName(join.key);
      if (named) {
        named.connection = null;
        addFigures(named.record, seen);
        named.record.user ??= this.maker.userOf(seen);
        if (named.record.host === null && seen.host) named.record.host = this.hostOf(seen);
        this.skip("MERGED");
        this.release(named);
        return undefined;
      }
      if (this.join.isRequested(join.key)) {
        this.skip("MERGED");
        return undefined;
      }
    }
    const record = this.maker.make(seen);
    if (typeof record === "string") return record;
    const client = seen.client ?? null;
    if (seen.answers && record.host !== null) this.names.learn(client, record.host, seen.answers);
    if (seen.isAnswer) {
      this.skip("DNS_ANSWER");
      return undefined;
    }
    const { hashKey } = this.options;
    // A line with the identifier of a connection is not compared.
    const repeats = join || identified.has(from.content) ? undefined : this.repeats[from.file];
    const pending = new PendingRecord(record, from, client, seen.address ?? null, { hashKey, repeats });
    if (join && joinedLater.has(from.content)) pending.identify(join);
    if (!join) this.release(pending);
    else this.skip("MERGED", this.join.add(join, pending));
    return undefined;
  }

  /**
   * Adds byte counts to a connection that an earlier import named. Lines of this import that name it again are released
   * without them, because a repeated line would not be counted, and another line would count them twice.
   */
  private completeEarlier(seen: Sighting, key: string, from: Origin): boolean {
    if (!this.earlier || this.earlier.size === 0) return false;
    const connection = hashOfConnection(key, this.options.hashKey);
    if (!this.earlier.delete(connection)) return false;
    this.completing.push({ connection, seen, from });
    const again = this.join.takeName(key);
    if (again) {
      again.connection = null;
      this.release(again);
    }
    return true;
  }

  private skip(reason: SkipReason, lines = 1): void {
    if (lines > 0) this.skipped[reason] = (this.skipped[reason] ?? 0) + lines;
  }

  private hostOf(seen: Sighting): string | null {
    const record = this.maker.make(seen);
    return typeof record === "string" ? null : record.host;
  }

  private release(pending: PendingRecord): void {
    const { record, client, address, file } = pending;
    if (record.host === null && address !== null) {
      record.host = this.names.nameOf(client, address) ?? hostOfAddress(address, client);
    }
    // No identifiable destination: a reverse look-up or a broken request.
    if (record.host === null && record.ai === null) {
      this.skip("NO_DESTINATION");
      return;
    }
    const ready = this.ready[file];
    if (ready) ready.push(pending);
    else this.ready[file] = [pending];
  }
}

/** A line with the byte counts of a connection that an earlier import named. */
interface Completing {
  connection: bigint;
  seen: Sighting;
  from: Origin;
}

/** Where a sighting was read. */
interface Origin {
  /** The number of the input. */
  file: number;
  line: number;
  text: string;
  /** The index of the sighting within its line. */
  place: number;
  /** The format of the line, or of the line that it wraps. */
  content: LogFormat;
}

function isList(reading: Sighting | readonly Sighting[]): reading is readonly Sighting[] {
  return Array.isArray(reading);
}

/** Keys contain addresses, so they are stored as keyed hashes. */
function hashOfConnection(key: string, hashKey: Uint8Array): bigint {
  return createHmac("sha256", hashKey).update(`connection\n${key}`).digest().readBigInt64BE(0);
}

/** A record on its way out, with the data needed until then. */
export class PendingRecord implements LineRecord {
  completes: bigint | null = null;
  /** The key of a connection whose byte counts have not been read. */
  connection: string | null = null;
  /** The key of a named connection if it is unique, so that the record has the same hash whichever line names it. */
  private identifier: string | null = null;
  /** The key of the connection whose byte counts the line contains, if it is unique. */
  private countedAs: string | null = null;

  constructor(
    readonly record: TrafficRecord,
    private readonly from: Origin,
    /** Addresses as logged, for looking up their names. */
    readonly client: string | null,
    readonly address: string | null,
    private readonly hashing: { hashKey: Uint8Array; repeats: RecentMap<number> | undefined },
  ) {}

  get line(): number {
    return this.from.line;
  }

  get file(): number {
    return this.from.file;
  }

  /** Identifies the connection across imports. An alert for a request is not the only one of its connection. */
  identify({ key, part, repeats }: JoinPart): void {
    const isUnique = repeats !== true;
    if (part === "FIGURES" && isUnique) this.countedAs = key;
    if (part !== "NAME" && !(part === "ALERT" && this.record.method === null)) return;
    this.connection = key;
    if (isUnique) this.identifier = key;
  }

  hash(): bigint {
    const { repeats, hashKey } = this.hashing;
    if (this.identifier !== null) return hashOfConnection(this.identifier, hashKey);
    const first = this.hashOf("");
    if (!repeats) return first;
    const key = first.toString();
    const earlier = repeats.get(key) ?? 0;
    repeats.set(key, earlier + 1);
    return earlier === 0 ? first : this.hashOf(`\nrepeat ${earlier}`);
  }

  earlierHash(): bigint | null {
    if (this.identifier !== null) return this.hashOf("");
    return this.countedAs === null ? null : hashOfConnection(this.countedAs, this.hashing.hashKey);
  }

  waitsFor(): bigint | null {
    return this.connection === null ? null : hashOfConnection(this.connection, this.hashing.hashKey);
  }

  private hashOf(suffix: string): bigint {
    const hmac = createHmac("sha256", this.hashing.hashKey).update(this.from.text);
    if (this.from.place > 0) hmac.update(`\n${this.from.place}`);
    return hmac.update(suffix).digest().readBigInt64BE(0);
  }
}
