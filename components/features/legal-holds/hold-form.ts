import type { FormErrors } from "@mantine/form";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { countedText, timeText } from "@/lib/platform/client/format";

/** What the dialog holds. */
export interface HoldForm {
  name: string;
  reason: string;
  reference: string;
  /** Empty: all models. */
  modelIds: string[];
  /** Whether it covers a period alone. */
  isBounded: boolean;
  /** Days, `YYYY-MM-DD`, both included, in UTC. */
  from: string;
  to: string;
}

/** What is missing or cannot be, by field. */
export function problemsOf({ name, reason, isBounded, from, to }: HoldForm): FormErrors {
  return {
    ...(name.trim() === "" && { name: "What is it called?" }),
    ...(reason.trim() === "" && { reason: "Why is it needed?" }),
    ...(isBounded && from === "" && { from: "From which day on?" }),
    ...(isBounded && to === "" && { to: "To which day?" }),
    ...(isBounded && from !== "" && to !== "" && from > to && { from: "The first day is after the last." }),
  };
}

/** The hold as the API takes it: a period from the first to the last millisecond of its days, in UTC. */
export function toPlacement({ name, reason, reference, modelIds, isBounded, from, to }: HoldForm): object {
  return {
    name: name.trim(),
    reason: reason.trim(),
    ...(reference.trim() !== "" && { reference: reference.trim() }),
    ...(modelIds.length > 0 && { modelIds }),
    ...(isBounded && { dateRange: { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` } }),
  };
}

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
