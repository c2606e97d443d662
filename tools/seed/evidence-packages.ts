import type { GovernanceClient } from "@/clients/typescript/src";
import type { FrameworkId, PackageFormat } from "@/lib/domains/evidence/enums";

const dayMs = 24 * 60 * 60 * 1000;

/** Each framework, and both formats. */
const wanted: { framework: FrameworkId; format: PackageFormat; days: number; recipientName: string }[] = [
  { framework: "EU_AI_ACT_ANNEX_IV", format: "PDF", days: 90, recipientName: "Market surveillance authority" },
  { framework: "FCA_SS1_23", format: "PDF", days: 90, recipientName: "Model risk committee" },
  { framework: "ISO_42001", format: "JSON", days: 30, recipientName: "Internal audit" },
];

/** Requests evidence packages about a model, which are generated in the background. Skips organisations that have some. */
export async function requestEvidence(client: GovernanceClient, modelId: string, endMs: number): Promise<number> {
  const { pagination } = await client.evidence.list({ limit: 1 });
  if (pagination.total > 0) return 0;
  for (const { framework, format, days, recipientName } of wanted) {
    const dateRange = { from: new Date(endMs - days * dayMs).toISOString(), to: new Date(endMs).toISOString() };
    const body = { modelId, framework, format, dateRange, recipientName };
    await client.evidence.generate(body, { idempotencyKey: `ide_seed-evidence-${framework}` });
  }
  return wanted.length;
}
