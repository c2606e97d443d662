import type { FilterWords } from "@/components/filters/active-filters";
import { statusWord } from "@/components/values/status-words";
import { moneyText, percentText, wordsOf } from "@/lib/client/format";
import type { QueueFilters } from "../filters";
import { categoryWord, factorWord } from "../words";

const dueWords: Record<string, string> = { overdue: "Overdue", week: "Within 7 days", any: "Undecided" };
const assigneeWords: Record<string, string> = { me: "Me", none: "Nobody" };

/** The filters that are chips, in their order, with the words of their values. The status has its own place. */
export const filterWords = {
  q: { label: "Text" },
  severity: { label: "Severity", word: wordsOf },
  due: { label: "Due", word: (value) => dueWords[value] ?? value },
  assignedTo: { label: "Assignee", word: (value) => assigneeWords[value] ?? value },
  provider: { label: "Provider", word: asIs },
  department: { label: "Department", word: asIs },
  resolution: { label: "Resolution", word: (value) => statusWord("resolution", value) },
  category: { label: "Category", word: categoryWord },
  factor: { label: "Risk factor", word: factorWord },
  from: { label: "Detected from" },
  to: { label: "Detected until" },
  minConfidence: { label: "Confidence at least", word: (value) => percentText(Number(value)) },
  minCostUSD: { label: "Cost at least", word: (value) => moneyText(Number(value)) },
  modelId: { label: "Model", word: asIs },
} satisfies FilterWords<QueueFilters>;

export function dueWord(value: string): string {
  return dueWords[value] ?? value;
}

/** Whether a filter is set that is not used every day, so that it is shown. */
export function hasRareFilter(filters: QueueFilters): boolean {
  const { resolution, category, factor, from, to, minConfidence, minCostUSD } = filters;
  return [resolution, category, factor, from, to, minConfidence, minCostUSD].some((value) => value !== null);
}

function asIs(value: string): string {
  return value;
}
