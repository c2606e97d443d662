import { countedText, timeText } from "@/lib/client/format";
import type { LegalHold } from "@/lib/legal-holds/schemas";

type HoldStatus = "ACTIVE" | "RELEASED";

export function statusOfHold({ active }: Pick<LegalHold, "active">): HoldStatus {
  return active ? "ACTIVE" : "RELEASED";
}

/** Which models a hold covers: `All models`, their names, or of many how many. */
export function modelsOfHold({ modelIds }: Pick<LegalHold, "modelIds">, names: ReadonlyMap<string, string>): string {
  if (modelIds.length === 0) return "All models";
  if (modelIds.length > 3) return countedText(modelIds.length, "model");
  return modelIds.map((id) => names.get(id) ?? id).join(", ");
}

/** Which times a hold covers, by their days. */
export function periodOfHold({ dateRange }: Pick<LegalHold, "dateRange">): string {
  if (dateRange === null) return "All times, also those to come";
  return `${timeText(dateRange.from, "day", "UTC")} to ${timeText(dateRange.to, "day", "UTC")}`;
}
