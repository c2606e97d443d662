import type { ReportDocument } from "@/lib/reports/schemas-document";

/** Of a document, what its collector makes: the rest is the same for every kind. */
export type Contents = Pick<ReportDocument, "figures" | "tables">;

/** A period, both ends inclusive, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export type Period = ReportDocument["period"];

/** Makes a figure; without a note where the label says it all. */
export function figure(
  key: string,
  label: string,
  value: ReportDocument["figures"][number]["value"],
  { type = "count", note = null }: { type?: ReportDocument["figures"][number]["type"]; note?: string | null } = {},
): ReportDocument["figures"][number] {
  return { key, label, value, type, note };
}
