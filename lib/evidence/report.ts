import type { Evidence } from "@/lib/evidence/schemas-bundle";

/** A line about a listed event, as registers and lists in a document show it. */
export interface RegisterRow {
  /** `E-0001`. */
  evidenceId: string;
  chainPosition: number;
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  timestamp: string;
  eventType: string;
  severity: string;
  /** Display name, or else the id, of who acted. */
  actor: string;
  /** What the event says, of the payload's telling members: at most 160 characters, no line breaks. */
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

/**
 * What the printed document is made of: the evidence without its events, and the rows that it prints of them. The bundle
 * with all events travels inside the document as an attached file.
 */
export interface EvidenceReport extends Omit<Evidence, "events"> {
  /** By section id, of included sections: strong events first come, up to the limit, then supporting ones; by position. */
  registers: Record<string, Register>;
  /** Alerts, and what became of them. */
  alerts: Register;
  /** Human reviews; empty where they are withheld. */
  reviews: Register;
  /** Shadow AI detections and exceptions on this model. */
  detections: Register;
  /** Every listed event, up to the limit. */
  list: Register;
  /** A worked example: two events of the bundle that follow each other in the model's thread; null where there are none. */
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
