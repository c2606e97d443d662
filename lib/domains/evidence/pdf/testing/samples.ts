import type { EvidenceReport } from "@/lib/domains/evidence/collect/registers";
import { failingModel } from "@/lib/domains/evidence/collect/testing/models";
import { type SampleOptions, sampleReport } from "@/lib/domains/evidence/pdf/testing/sample-report";

/** A chain with a changed event and deleted events. */
const sampleFindings: NonNullable<SampleOptions["findings"]> = [
  {
    chainPosition: 1_267,
    eventId: "evt_01kd3x9q2m5n8p1r4t7v0w3y6z",
    code: "content_mismatch",
    expected: `sha256:${"8f".repeat(32)}`,
    actual: `sha256:${"07".repeat(32)}`,
  },
  { chainPosition: 1_402, eventId: null, code: "events_missing", expected: "1402", actual: "1405" },
];

/** A valid document and an expired document. */
const sampleDocuments: NonNullable<SampleOptions["documents"]> = [
  {
    ...{ id: "doc_01kd3x9q2m5n8p1r4t7v0w3y6a", requirement: "8", title: "EU declaration of conformity" },
    ...{ version: "1.2", signedBy: "Head of Compliance", reference: "https://dms.example.com/documents/2026/0417" },
    ...{ contentHash: `sha256:${"5d".repeat(32)}`, validFrom: "2026-01-01", validUntil: null },
    ...{ suppliedAt: "2026-01-15T10:00:00.000Z", suppliedBy: "evt_01kd3x9q2m5n8p1r4t7v0w3y6b" },
  },
  {
    ...{ id: "doc_01kd3x9q2m5n8p1r4t7v0w3y6c", requirement: "7", title: "List of harmonised standards applied" },
    ...{ version: null, signedBy: null, reference: null, contentHash: `sha256:${"7e".repeat(32)}` },
    ...{ validFrom: null, validUntil: "2026-02-28" },
    ...{ suppliedAt: "2026-01-15T10:05:00.000Z", suppliedBy: "evt_01kd3x9q2m5n8p1r4t7v0w3y6d" },
  },
];

/** One report for each kind of content. */
export const samples = {
  /** A typical quarter of a model in use. */
  small: () => sampleReport({ events: 60, documents: sampleDocuments }),
  one: () => sampleReport({ events: 1 }),
  empty: () => sampleReport({ events: 0 }),
  /** All events have timestamps before the service recorded any of them. */
  backdated: () => sampleReport({ events: 322, recordedAt: "2026-04-02T09:12:44.120Z" }),
  broken: () => sampleReport({ events: 60, findings: sampleFindings, findingsTotal: 7 }),
  /** Only two sections, without proofs and human reviews. */
  partial: () =>
    sampleReport({
      events: 60,
      package: { includeChainProof: false, includeHumanOversight: false },
      sections: ["HUMAN_OVERSIGHT", "RISK_MANAGEMENT"],
    }),
  /** All events are withheld, so that the report shows no content. */
  withheld: () => sampleReport({ events: 12, only: "HUMAN_REVIEW", package: { includeHumanOversight: false } }),
  banking: () => sampleReport({ framework: "FCA_SS1_23", events: 120 }),
  /** A model with adverse evidence. */
  failing: () => sampleReport({ framework: "FCA_SS1_23", rows: failingModel }),
  /** The longest possible document: every register is full. */
  full: () => sampleReport({ framework: "ISO_42001", events: 12_000 }),
  foreign: () => sampleReport(foreign),
  hostile: () => sampleReport(hostile),
} satisfies Record<string, () => EvidenceReport>;

const model = { id: "mdl_01kd3v7r9z2m4n6p8q0s1t3v5w", riskTier: "HIGH" } as const;
const organisation = { id: "org_01kd3v5m2w7hq4t9x8b6c0e1fa" } as const;

/** Names in many writing systems, including right-to-left ones. */
const foreign = {
  events: 30,
  package: {
    organisation: { ...organisation, name: "北方银行股份有限公司 · 株式会社ノーザンバンク" },
    model: {
      ...model,
      name: "نموذج تقييم الائتمان للمستهلك 2.0",
      version: "२.४ हिन्दी मॉडल",
      provider: "한국신용평가 주식회사",
      description:
        "แบบจำลองการให้คะแนนสินเชื่อผู้บริโภคที่ใช้ในการประเมินความเสี่ยงของลูกค้าใหม่ทุกคน מודל דירוג אשראי Đánh giá tín dụng khách hàng Ελληνικά Українська 消費者信用スコアリングモデルは、新規申込者の信用リスクを評価するために使用されます。",
    },
    recipientName: "Комитет по рискам / Επιτροπή κινδύνων / ועדת סיכונים",
  },
  texts: { actor: "محمد عبد الله", detail: "理由：収入証明書と申込書が一致しています。אין סתירה — कोई विरोधाभास नहीं" },
} as const satisfies SampleOptions;

/** Hostile input: no spaces, too long, reversed, with markup, missing. */
const hostile = {
  events: 30,
  package: {
    organisation: { ...organisation, name: `${"W".repeat(200)} & <Sons>` },
    model: {
      ...model,
      name: `Credit${"scoring".repeat(30)} \u202ereversed\u202c 🎉👨‍👩‍👧 Za\u0323\u0323\u0323\u0323\u0323\u0323\u0323lgo \ue000\u2b05 tab\there\nline \ud800`,
      version: "9".repeat(120),
      provider: `https://example.com/${"path/".repeat(60)}`,
      description: "x".repeat(3_000),
    },
    recipientName: "R".repeat(300),
    classification: "Secret".repeat(40),
    requestedBy: { type: "user", id: "u".repeat(90), displayName: "<script>alert(1)</script>" },
  },
  texts: { actor: "averyveryverylongactorname".repeat(8), detail: "nospace".repeat(60) },
} as const satisfies SampleOptions;
