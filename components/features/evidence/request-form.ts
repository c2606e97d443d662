import type { FrameworkId, PackageFormat } from "@/lib/domains/evidence/enums";
import { requestForm as texts } from "./texts/request";

export interface RequestForm {
  modelId: string | null;
  framework: FrameworkId;
  /** Inclusive UTC days, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Null selects all sections. */
  sections: readonly string[] | null;
  format: PackageFormat;
  includeChainProof: boolean;
  includeHumanOversight: boolean;
  recipientName: string;
  notes: string;
}

const dayMs = 86_400_000;

/** The last 90 days, including today. */
export function recentPeriod(now: number): { from: string; to: string } {
  const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);
  return { from: day(now - 89 * dayMs), to: day(now) };
}

export function rangeOf({ from, to }: Pick<RequestForm, "from" | "to">): { from: string; to: string } {
  return { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` };
}

export function toRequest(form: RequestForm): object {
  const { modelId, framework, format, includeChainProof, includeHumanOversight, sections } = form;
  const recipientName = form.recipientName.trim();
  const notes = form.notes.trim();
  return {
    ...{ modelId, framework, format, includeChainProof, includeHumanOversight },
    dateRange: rangeOf(form),
    ...(sections !== null && { sections }),
    ...(recipientName !== "" && { recipientName }),
    ...(notes !== "" && { notes }),
  };
}

/** The limit of the API. */
const periodYearsMax = 10;

function isTooLong(period: Pick<RequestForm, "from" | "to">): boolean {
  const { from, to } = rangeOf(period);
  const earliest = new Date(to);
  earliest.setUTCFullYear(earliest.getUTCFullYear() - periodYearsMax);
  return Date.parse(from) < earliest.getTime();
}

/** The message that blocks leaving a step, if any. */
export function problemOf(step: number, form: RequestForm): string | undefined {
  if (step === 0 && form.modelId === null) return texts.selectAModel;
  if (step === 1 && (form.from === "" || form.to === "")) return texts.enterPeriod;
  if (step === 1 && form.from > form.to) return texts.periodReversed;
  if (step === 1 && isTooLong(form)) return texts.periodTooLong(periodYearsMax);
  if (step === 1 && form.sections?.length === 0) return texts.selectSection;
  return undefined;
}
