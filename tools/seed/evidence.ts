import { assignControl, closeAssignment, listAssignments, listDocuments, supplyDocument } from "@/lib/domains/evidence";
import { AssignControl, ListAssignments } from "@/lib/domains/evidence/schemas-assignments";
import { ListDocuments, SupplyDocument } from "@/lib/domains/evidence/schemas-documents";
import type { Organisation } from "@/lib/domains/organisations/schemas";
import type { Context } from "@/lib/platform/core/context";
import { addressOf, memberStep } from "./members";
import { dayMs, type Step } from "./timeline";

const annexIv = "EU_AI_ACT_ANNEX_IV" as const;
const compliance = "Helena Brandt, Head of Compliance";
const modelRisk = "Priya Raman, Head of Model Risk";

type Document = Pick<SupplyDocument, "framework" | "requirement" | "title" | "version" | "signedBy" | "reference">;

/** Documents for requirements, each with the days since it was supplied. */
const documents: [daysAgo: number, Document][] = [
  [48, { framework: "FCA_SS1_23", requirement: "1.1", title: "Definition of a model", ...signed("2.0", modelRisk, 3) }],
  [48, { framework: "FCA_SS1_23", requirement: "1.2", title: "Model inventory", ...signed("2026-09", modelRisk, 4) }],
  [47, { framework: "FCA_SS1_23", requirement: "1.3", title: "Tiering methodology", ...signed("1.4", modelRisk, 5) }],
  [47, { framework: "FCA_SS1_23", requirement: "2.3", title: "Model risk policy", ...signed("5.1", modelRisk, 6) }],
  [41, { framework: "FCA_SS1_23", requirement: "4.2", title: "Validation report", ...signed("4.2.0", modelRisk, 9) }],
  [
    40,
    { framework: annexIv, requirement: "8", title: "EU declaration of conformity", ...signed("1.2", compliance, 17) },
  ],
  [40, { framework: annexIv, requirement: "1(h)", title: "Instructions for use", ...signed("4.2", compliance, 18) }],
  [32, { framework: annexIv, requirement: "2(b)", title: "Design specification", ...signed("4.2", modelRisk, 21) }],
  [32, { framework: "ISO_42001", requirement: "A.5.5", title: "Societal impacts", ...signed("1.1", modelRisk, 22) }],
];

function signed(version: string, signedBy: string, number: number) {
  return { version, signedBy, reference: `DMS-2026-${String(400 + number).padStart(4, "0")}` };
}

/** An approver's steps for a model: supplied documents, two assigned gaps, and one that was closed with a reason. */
export function evidenceSteps(organisation: Organisation, modelId: string, endMs: number): Step[] {
  const step = (daysAgo: number, run: (ctx: Context) => Promise<unknown>) =>
    memberStep(organisation, "APPROVER", endMs - daysAgo * dayMs, run);
  const day = (daysAhead: number) => new Date(endMs + daysAhead * dayMs).toISOString().slice(0, 10);
  const supply = ([daysAgo, document]: [number, Document], index: number) =>
    step(daysAgo, async (ctx) => {
      const supplied = (await listDocuments(ctx, ListDocuments.parse({ limit: "100" }))).data;
      if (supplied.some(({ title }) => title === document.title)) return;
      const contentHash = `sha256:${(0x5d + index).toString(16).repeat(32)}`;
      await supplyDocument(ctx, SupplyDocument.parse({ ...document, modelId, contentHash, validFrom: day(-daysAgo) }));
    });
  const assign = (daysAgo: number, requirement: string, more: object, closeReason?: string) =>
    step(daysAgo, async (ctx) => {
      const assigned = (await listAssignments(ctx, ListAssignments.parse({ limit: "100" }))).data;
      if (assigned.some((one) => one.requirement === requirement)) return;
      const dateRange = { from: `${day(-90)}T00:00:00.000Z`, to: `${day(0)}T23:59:59.999Z` };
      const input = AssignControl.parse({ modelId, framework: annexIv, requirement, dateRange, ...more });
      const { id } = await assignControl(ctx, input);
      if (closeReason !== undefined) await closeAssignment(ctx, id, { reason: closeReason });
    });
  return [
    ...documents.map(supply),
    assign(12, "7", {
      ...{ assignedTo: addressOf("MODEL_OWNER"), dueDate: day(14) },
      note: "Supply the list of the standards that the scoring platform follows.",
    }),
    assign(11, "4", {
      ...{ assignedTo: addressOf("ANALYST"), dueDate: day(30) },
      note: "Explain in the validation report why AUC and PSI are appropriate.",
    }),
    assign(
      9,
      "9",
      { assignedTo: addressOf("ANALYST") },
      "The monitoring plan is part of the quality management system and is audited there.",
    ),
  ];
}
