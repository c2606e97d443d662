import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSealedRecords, type SealedRecord } from "@/lib/domains/audit-chain/records/record-states";
import type { SealedTableName } from "@/lib/domains/audit-chain/records/sealed-tables";
import type { Findings } from "@/lib/domains/audit-chain/verification/findings";

interface SealingEvent {
  id: string;
  chainPosition: number;
  content: string | null;
}

/**
 * Compares governed records with their last state on the chain: takes every event in order, then every row, then
 * settles. Always close it.
 */
export class RecordVerifier {
  verified = 0;
  /** Rows of tables that are not sealed yet, without a state on the chain. */
  unsealed = 0;
  private readonly complete = new Set<string>();

  constructor(
    private readonly findings: Findings,
    private readonly states = new StateStore(),
  ) {}

  /** `isTrusted`: whether the event matches its own hash. */
  takeEvent(event: SealingEvent, isTrusted: boolean): void {
    const sealing = event.content === null ? undefined : readSealedRecords(event.content);
    if (!sealing) return;
    for (const record of sealing.records) {
      // A table is sealed once: a later baseline would approve edits made in between.
      if (sealing.isBaseline && this.complete.has(record.table)) continue;
      if ("complete" in record) {
        if (sealing.isBaseline && isTrusted) this.complete.add(record.table);
      } else {
        const state = stateOf(record, event, isTrusted);
        this.states.seal(record.table, record.id, state, sealing.isBaseline ? "baseline" : "sealed");
      }
    }
  }

  takeRow(table: SealedTableName, id: string, hash: string): void {
    this.states.row(table, id, hash);
  }

  settle(): void {
    for (const record of this.states.records()) this.compare(record);
  }

  close(): void {
    this.states.close();
  }

  private compare({ table, id, sealed: changed, baseline, row }: KnownRecord): void {
    // A baseline must not approve an edit of a record that another event sealed.
    const sealed = changed ?? baseline;
    // The state in a changed event is unknown; the event itself is the finding.
    if (sealed?.isTrusted === false) return;
    const expected = sealed?.hash ?? null;
    const actual = row ?? null;
    if (sealed && expected === actual) {
      if (row !== undefined) this.verified += 1;
      return;
    }
    if (!sealed && !this.complete.has(table)) {
      this.unsealed += 1;
      return;
    }
    this.findings.add({
      chainPosition: sealed?.chainPosition ?? 0,
      eventId: sealed?.eventId ?? null,
      code: expected === null ? "record_added" : actual === null ? "record_missing" : "record_changed",
      expected,
      actual,
      table,
      recordId: id,
    });
  }
}

function stateOf(
  record: Exclude<SealedRecord, { complete: true }>,
  { id, chainPosition }: SealingEvent,
  isTrusted: boolean,
) {
  return { hash: "deleted" in record ? null : record.stateHash, chainPosition, eventId: id, isTrusted };
}

/** A record's last state on the chain, and the state of its row. */
export interface KnownRecord {
  table: string;
  id: string;
  sealed?: SealedState;
  baseline?: SealedState;
  row?: string;
}

interface SealedState {
  /** null: the record was deleted. */
  hash: string | null;
  chainPosition: number;
  eventId: string;
  isTrusted: boolean;
}

/** Records kept in memory (about 60 MB), and the number of files that further records are divided into. */
const inMemoryMax = 150_000;
const partitions = 64;

/**
 * Joins states on the chain with states of rows in constant memory: above `max` records, it uses partitioned files in a
 * temporary directory. Always close it.
 */
export class StateStore {
  private known = new Map<string, KnownRecord>();
  private directory: string | undefined;
  private readonly seed = Math.trunc(Math.random() * 0x7fffffff);

  constructor(private readonly max = inMemoryMax) {}

  seal(table: string, id: string, state: SealedState, by: "sealed" | "baseline"): void {
    this.record(table, id)[by] = state;
  }

  row(table: string, id: string, hash: string): void {
    this.record(table, id).row = hash;
  }

  /** Every record once, with its joined states. */
  *records(): Generator<KnownRecord, void, undefined> {
    if (this.directory === undefined) {
      yield* this.known.values();
      return;
    }
    this.spill();
    for (let partition = 0; partition < partitions; partition++) {
      const joined = new Map<string, KnownRecord>();
      for (const line of this.linesOf(partition)) {
        const record = JSON.parse(line) as KnownRecord;
        const key = keyOf(record.table, record.id);
        joined.set(key, { ...joined.get(key), ...record });
      }
      yield* joined.values();
    }
  }

  close(): void {
    if (this.directory !== undefined) rmSync(this.directory, { recursive: true, force: true });
  }

  private record(table: string, id: string): KnownRecord {
    const key = keyOf(table, id);
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size >= this.max) this.spill();
    const added = { table, id };
    this.known.set(key, added);
    return added;
  }

  private spill(): void {
    this.directory ??= mkdtempSync(join(tmpdir(), "record-states-"));
    const lines: string[][] = Array.from({ length: partitions }, () => []);
    for (const [key, record] of this.known) lines[this.partitionOf(key)]?.push(`${JSON.stringify(record)}\n`);
    for (const [partition, texts] of lines.entries()) {
      if (texts.length > 0) appendFileSync(this.fileOf(partition), texts.join(""), { mode: 0o600 });
    }
    this.known = new Map();
  }

  private linesOf(partition: number): string[] {
    try {
      return readFileSync(this.fileOf(partition), "utf8").split("\n").slice(0, -1);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }

  private fileOf(partition: number): string {
    return join(this.directory ?? "", String(partition));
  }

  /** FNV-1a with a random seed, so that chosen ids cannot fill one file. */
  private partitionOf(key: string): number {
    let hash = this.seed ^ 0x811c9dc5;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    return (hash ^ (hash >>> 15)) & (partitions - 1);
  }
}

function keyOf(table: string, id: string): string {
  return `${table} ${id}`;
}
