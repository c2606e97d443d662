import type { EventType } from "@/lib/domains/audit-chain/enums";
import type { CollectedEvent } from "@/lib/domains/evidence/collect/collector";
import { registerRowsMax } from "@/lib/domains/evidence/collect/payload";
import type { FrameworkSection } from "@/lib/domains/evidence/frameworks/types";
import type { Evidence } from "@/lib/domains/evidence/schemas-bundle";

/** A line about a listed event, as registers and lists in a document show it. */
export interface RegisterRow {
  /** `E-0001`. */
  evidenceId: string;
  chainPosition: number;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  timestamp: string;
  /** When the service received it; same form. */
  recordedAt: string;
  eventType: string;
  severity: string;
  /** Display name, or else the id, of who acted. */
  actor: string;
  /** Supporting fields of the payload: at most 160 characters, no line breaks. */
  detail: string;
  /** `sha256:` and hex. */
  blockHash: string;
}

/** A register of a document: as many rows as it may have, of all there are. */
export interface Register {
  rows: RegisterRow[];
  /** Rows there would be without the limit. */
  total: number;
}

/** The content of the printed document: the evidence without its events, and the rows it prints. */
export interface EvidenceReport extends Omit<Evidence, "events"> {
  /** By section id, of included sections: strong events first come, up to the limit, then supporting ones; by position. */
  registers: Record<string, Register>;
  /** Alerts and their outcome. */
  alerts: Register;
  /** Human reviews; empty where they are withheld. */
  reviews: Register;
  /** Shadow AI detections and exceptions on this model. */
  detections: Register;
  /** Every listed event, up to the limit. */
  list: Register;
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

/** A register that keeps the first rows it is given. */
export class FirstRows {
  private readonly rows: RegisterRow[] = [];
  private total = 0;

  constructor(private readonly max: number) {}

  /** The row is only made where it is kept. */
  add(row: () => RegisterRow): void {
    this.total += 1;
    if (this.rows.length < this.max) this.rows.push(row());
  }

  register(): Register {
    return { rows: [...this.rows], total: this.total };
  }
}

/** Which rows are kept if there are too many. Single inferences come last, because they would fill the register. */
const ranks = ["strong", "supporting", "inference"] as const;
type Rank = (typeof ranks)[number];

/** The register of a section: at most {@link registerRowsMax} rows, chosen by rank, in the order of positions. */
export class SectionRows {
  private readonly byRank: Record<Rank, RegisterRow[]> = { strong: [], supporting: [], inference: [] };
  private readonly rankOf: ReadonlyMap<string, Rank>;
  private total = 0;

  constructor(section: FrameworkSection) {
    this.rankOf = new Map(section.eventTypes.map(({ type, strength }) => [type, rankOfType(type, strength)]));
  }

  add(eventType: string, row: () => RegisterRow): void {
    const rank = this.rankOf.get(eventType);
    if (!rank) return;
    this.total += 1;
    const rows = this.byRank[rank];
    if (rows.length < registerRowsMax) rows.push(row());
  }

  register(): Register {
    const rows = ranks.flatMap((rank) => this.byRank[rank]).slice(0, registerRowsMax);
    return { rows: rows.sort((a, b) => a.chainPosition - b.chainPosition), total: this.total };
  }
}

function rankOfType(type: EventType, strength: Rank & ("strong" | "supporting")): Rank {
  return type === "INFERENCE" ? "inference" : strength;
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
