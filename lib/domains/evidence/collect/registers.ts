import type { CollectedEvent } from "@/lib/domains/evidence/collect/collector";
import type { Highlights } from "@/lib/domains/evidence/collect/highlights";
import { registerRowsMax } from "@/lib/domains/evidence/collect/payload";
import type { Evidence } from "@/lib/domains/evidence/schemas-bundle";

/** A listed event, as a document refers to it: `E-0003 (#16)`. */
export interface Reference {
  /** `E-0001`. */
  evidenceId: string;
  chainPosition: number;
}

/** A line about a listed event, as the register and the summary of a document show it. */
export interface RegisterRow extends Reference {
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  timestamp: string;
  /** When the service received it; same form. */
  recordedAt: string;
  eventType: string;
  severity: string;
  /** Display name, or else the id, of who acted. */
  actor: string;
  /** Supporting fields of the payload: at most 160 characters (2,000 for an incident), no line breaks. */
  detail: string;
  /** `sha256:` and hex. */
  blockHash: string;
}

/** A register of a document, with a limited number of rows. */
export interface Register {
  rows: RegisterRow[];
  /** Number of rows without the limit. */
  total: number;
}

/** The content of the printed document: the evidence without its events, and the rows it prints. */
export interface EvidenceReport extends Omit<Evidence, "events"> {
  /** Listed events: all, or as many as the document prints. */
  register: Register;
  highlights: Highlights;
  /** By id of a kind of evidence: the first event of that kind and the newest ones. */
  references: Record<string, Reference[]>;
  /** A worked example: two consecutive events of the model's thread in the bundle, or null. */
  link: { before: EvidenceHeaderLine; after: EvidenceHeaderLine } | null;
  /** The key that seals and signs this package. */
  sealKeyId: string;
  signedBy: string;
}

interface EvidenceHeaderLine {
  id: string;
  chainPosition: number;
  previousModelHash: string;
  blockHash: string;
  contentHash: string;
}

/** Order in which rows are kept if there are too many: by rank, and the newest within a rank. */
const ranks = ["incident", "override", "adverse", "other", "inference"] as const;
export type Rank = (typeof ranks)[number];

/** The register: at most {@link registerRowsMax} rows, chosen by rank, in the order of positions. */
export class RankedRows {
  private readonly byRank: Record<Rank, NewestRows> = {
    incident: new NewestRows(registerRowsMax),
    override: new NewestRows(registerRowsMax),
    adverse: new NewestRows(registerRowsMax),
    other: new NewestRows(registerRowsMax),
    inference: new NewestRows(registerRowsMax),
  };

  add(rank: Rank, row: RegisterRow): void {
    this.byRank[rank].add(row);
  }

  register(): Register {
    const kept = ranks.map((rank) => this.byRank[rank].register());
    const rows = kept.flatMap((one) => one.rows.toReversed()).slice(0, registerRowsMax);
    return {
      rows: rows.sort((a, b) => a.chainPosition - b.chainPosition),
      total: kept.reduce((sum, { total }) => sum + total, 0),
    };
  }
}

/** Keeps the newest rows. Rows are added in chain order. */
export class NewestRows {
  private rows: RegisterRow[] = [];
  private total = 0;

  constructor(private readonly max: number) {}

  add(row: RegisterRow): void {
    this.total += 1;
    this.rows.push(row);
    if (this.rows.length >= 2 * this.max) this.rows = this.rows.slice(-this.max);
  }

  register(): Register {
    return { rows: this.rows.slice(-this.max), total: this.total };
  }
}

type Link = NonNullable<EvidenceReport["link"]>;

/** Finds the first two listed events that are linked in the model's thread, else the first two of any disclosure. */
export class LinkFinder {
  private before: { line: Link["before"]; isListed: boolean } | undefined;
  private found: Link | null = null;
  private isFinal = false;

  add({ header, blockHash }: CollectedEvent, isListed: boolean): void {
    if (this.isFinal) return;
    const { id, chainPosition, previousModelHash, contentHash } = header;
    const line = { id, chainPosition, previousModelHash, blockHash, contentHash };
    const { before } = this;
    this.before = { line, isListed };
    if (before?.line.blockHash !== previousModelHash) return;
    this.isFinal = isListed && before.isListed;
    if (this.isFinal || this.found === null) this.found = { before: before.line, after: line };
  }

  link(): Link | null {
    return this.found;
  }
}
