import { readSealedRecords, type SealedRecord } from "@/lib/audit-chain/records/sealed-records";
import type { SealedTableName } from "@/lib/audit-chain/records/sealed-tables";
import { type KnownRecord, StateStore } from "@/lib/audit-chain/records/state-store";
import type { Findings } from "@/lib/audit-chain/verification/findings";

interface SealingEvent {
  id: string;
  chainPosition: number;
  content: string | null;
}

/**
 * Compares the governed records with what the chain last said of each: given every event in the order of positions, then
 * every row, then settled. The states come from the events alone; no table that lists them is read. Close it in every case.
 */
export class RecordVerifier {
  /** Records whose row is what the chain says. */
  verified = 0;
  /** Rows of tables that were not sealed yet, with no state on the chain. */
  unsealed = 0;
  private readonly complete = new Set<string>();

  constructor(
    private readonly findings: Findings,
    private readonly states = new StateStore(),
  ) {}

  /** `isTrusted`: whether the event itself is what was hashed into the chain. */
  takeEvent(event: SealingEvent, isTrusted: boolean): void {
    const sealing = event.content === null ? undefined : readSealedRecords(event.content);
    if (!sealing) return;
    for (const record of sealing.records) {
      // A table is sealed once: a later baseline would approve whatever was edited in the meantime.
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

  /** Compares everything that was taken. */
  settle(): void {
    for (const record of this.states.records()) this.compare(record);
  }

  close(): void {
    this.states.close();
  }

  private compare({ table, id, sealed: changed, baseline, row }: KnownRecord): void {
    // A baseline is of records that no event sealed before: it must not approve an edit of one that an event did seal.
    const sealed = changed ?? baseline;
    // What a changed event said of a record is unknown; the event itself is the finding.
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
