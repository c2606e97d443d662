import type { FormErrors } from "@mantine/form";
import { terms } from "@/components/ui/terms";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { common, holdForm as texts } from "./texts";

export interface HoldForm {
  name: string;
  reason: string;
  reference: string;
  /** Empty: all models. */
  modelIds: string[];
  /** Whether the hold is limited to a period. */
  isBounded: boolean;
  /** Inclusive UTC days, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

export function problemsOf({ name, reason, isBounded, from, to }: HoldForm): FormErrors {
  return {
    ...(name.trim() === "" && { name: terms.enterName }),
    ...(reason.trim() === "" && { reason: common.enterAReason }),
    ...(isBounded && from === "" && { from: texts.enterTheFirstDay }),
    ...(isBounded && to === "" && { to: "Enter the last day." }),
    ...(isBounded && from !== "" && to !== "" && from > to && { from: texts.fromProblem }),
  };
}

/** The request body. A period includes its whole first and last day, in UTC. */
export function toPlacement({ name, reason, reference, modelIds, isBounded, from, to }: HoldForm): object {
  return {
    name: name.trim(),
    reason: reason.trim(),
    ...(reference.trim() !== "" && { reference: reference.trim() }),
    ...(modelIds.length > 0 && { modelIds }),
    ...(isBounded && { dateRange: { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` } }),
  };
}

export function statusOfHold({ active }: Pick<LegalHold, "active">) {
  return active ? "ACTIVE" : "RELEASED";
}

/** `All models`, one or two names, or `Credit scoring and 4 others`. */
export function modelsOfHold({ modelIds }: Pick<LegalHold, "modelIds">, names: ReadonlyMap<string, string>): string {
  const [first, ...others] = modelIds.map((id) => names.get(id) ?? id);
  if (first === undefined) return common.allModels;
  return others.length > 1 ? texts.andOthers(first, others.length) : [first, ...others].join(", ");
}

export function periodOfHold({ dateRange }: Pick<LegalHold, "dateRange">): string {
  if (dateRange === null) return texts.allPeriods;
  return texts.fromTo(dateRange.from, dateRange.to);
}
