import type { FrameworkId, PackageFormat } from "@/lib/domains/evidence/vocabulary";

/** What the wizard holds. */
export interface RequestForm {
  modelId: string | null;
  framework: FrameworkId;
  /** Days, `YYYY-MM-DD`, both included, in UTC. */
  from: string;
  to: string;
  /** Null: all of the framework. */
  sections: readonly string[] | null;
  format: PackageFormat;
  includeChainProof: boolean;
  includeHumanOversight: boolean;
  recipientName: string;
  notes: string;
}

const dayMs = 86_400_000;

/** The last ninety days, today included. */
export function recentPeriod(now: number): { from: string; to: string } {
  const day = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10);
  return { from: day(now - 89 * dayMs), to: day(now) };
}

/** The period as the API takes it: from the first to the last millisecond of its days, in UTC. */
export function rangeOf({ from, to }: Pick<RequestForm, "from" | "to">): { from: string; to: string } {
  return { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` };
}

/** What is sent to have the package generated. */
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

/** As long as the API lets a period be. */
const periodYearsMax = 10;

function isTooLong(period: Pick<RequestForm, "from" | "to">): boolean {
  const { from, to } = rangeOf(period);
  const earliest = new Date(to);
  earliest.setUTCFullYear(earliest.getUTCFullYear() - periodYearsMax);
  return Date.parse(from) < earliest.getTime();
}

/** Why a step cannot be left yet; undefined where it can. */
export function problemOf(step: number, form: RequestForm): string | undefined {
  if (step === 0 && form.modelId === null) return "Choose the model that the package is about.";
  if (step === 1 && (form.from === "" || form.to === "")) return "Choose both days of the period.";
  if (step === 1 && form.from > form.to) return "The first day is after the last.";
  if (step === 1 && isTooLong(form)) return `A period lasts at most ${periodYearsMax} years.`;
  if (step === 2 && form.sections?.length === 0) return "Choose at least one section.";
  return undefined;
}
