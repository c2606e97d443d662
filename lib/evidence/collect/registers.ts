import type { EventType } from "@/lib/audit-chain/vocabulary";
import { registerRowsMax } from "@/lib/evidence/collect/limits";
import type { FrameworkSection } from "@/lib/evidence/frameworks/types";
import type { Register, RegisterRow } from "@/lib/evidence/report";

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

/**
 * Which rows of a section are kept when there are too many: those of strong types, then those of supporting ones, and single
 * inferences last, because a model makes so many of them that the register would show nothing else.
 */
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
