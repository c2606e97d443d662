import type { FilterLabels } from "@/components/ui/filters/filters";
import { statusLabel } from "@/components/ui/values/status-badge";
import type { RiskFactorCode, ServiceCategory } from "@/lib/domains/shadow-ai/enums";
import { durationText, labelOf, moneyText, percentText, timeText } from "@/lib/platform/client/format";
import type { QueueFilters } from "./filters";

const factors: Record<RiskFactorCode, string> = {
  UNREGISTERED_PROVIDER: "Unregistered provider",
  UNREGISTERED_ENDPOINT: "Host not allowed",
  AGGREGATOR_OR_UNKNOWN_PROCESSOR: "Unknown processor",
  TRAINS_ON_INPUTS: "Trains on inputs",
  NO_DPA: "No DPA",
  DATA_RESIDENCY_OUTSIDE_POLICY: "Jurisdiction not allowed",
  LARGE_UPLOAD: "Large upload",
  FILE_OR_FINETUNE_ENDPOINT: "File upload or fine-tuning",
  AUTOMATED_CLIENT: "Automated client",
  AGENTIC_PATTERN: "AI agent",
  SENSITIVE_DEPARTMENT: "Sensitive department",
  MULTI_DEPARTMENT: "Several departments",
  HIGH_VOLUME: "High volume",
  VOLUME_BURST: "Traffic burst",
  OFF_HOURS: "Off-hours use",
  LONG_LIVED_STREAMING: "Long-lived streaming",
  HIGH_COST: "High cost",
  POLICY_BLOCKED_ATTEMPTS: "Block bypassed",
  RECURRENCE: "Recurrence",
  EXCEPTION_BREACHED: "Exception breached",
  DNS_ONLY: "DNS only",
  LOW_CONFIDENCE: "Low confidence",
  SEVERITY_RULE: "Severity raised by a rule",
};

/** As in the reasons of detections, which state the titles of the catalogue. */
const categories: Record<ServiceCategory, string> = {
  LLM_API: "Language model API",
  LLM_API_CLOUD: "Cloud language model service",
  AGGREGATOR: "Model aggregator",
  AI_GATEWAY: "AI gateway",
  ML_PLATFORM: "Model hosting platform",
  MODEL_HUB: "Model hub",
  AI_SERVICES: "Cloud AI services",
  EMBEDDING_API: "Embedding model API",
  VECTOR_DB: "Vector database",
  LLM_OPS: "LLM observability service",
  CHAT_APP: "Chat application",
  CONSOLE: "Model provider console",
  SEARCH_APP: "AI search",
  RESEARCH: "AI research assistant",
  CODING_ASSISTANT: "Coding assistant",
  APP_BUILDER: "AI application builder",
  AGENT: "AI agent",
  MCP_SERVER: "MCP server",
  WRITING: "Writing assistant",
  MEETING_ASSISTANT: "Meeting assistant",
  IMAGE_GEN: "Image generator",
  VIDEO_GEN: "Video generator",
  AUDIO_GEN: "Audio generator",
  SPEECH_API: "Speech API",
  SUPPORTING: "File host",
  SELF_HOSTED: "Self-hosted model",
  UNKNOWN: "Not in the catalogue",
};

/** The short label of a risk factor, for chips and filters. */
export function factorLabel(code: string): string {
  return (factors as Record<string, string>)[code] ?? labelOf(code);
}

export function categoryLabel(category: string): string {
  return (categories as Record<string, string>)[category] ?? labelOf(category);
}

interface DueState {
  text: string;
  urgency: "overdue" | "soon" | "later";
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const soonDays = 2;

/** `Overdue by 3 days`, `Due in 1 day 6 h`, or `Due 25 Jan 2026` if there are more than two days left. Null for an invalid time. */
export function dueState(dueAt: string, now: number, timeZone?: string): DueState | null {
  const left = Date.parse(dueAt) - now;
  if (Number.isNaN(left)) return null;
  if (left < 0) return { text: `Overdue by ${largestUnit(-left)}`, urgency: "overdue" };
  // Whole days, rounded down, would be a day short of the deadline in the settings.
  if (left > soonDays * dayMs) return { text: `Due ${timeText(dueAt, "day", timeZone)}`, urgency: "later" };
  return { text: `Due in ${left < minuteMs ? largestUnit(left) : durationText(left)}`, urgency: "soon" };
}

function largestUnit(ms: number): string {
  if (ms < minuteMs) return "1 min";
  return durationText(ms).split(" ").slice(0, 2).join(" ");
}

const dueLabels: Record<string, string> = { overdue: "Overdue", week: "Within 7 days", any: "Has a due date" };
const snoozeLabels: Record<string, string> = { only: "Only snoozed", all: "Included" };
const assigneeLabels: Record<string, string> = { me: "Me", none: "Unassigned" };

/** The filters that are shown as chips, in order. The status is shown in its own strip. */
export const filterLabels = {
  q: { label: "Search" },
  severity: { label: "Severity", labelOf: labelOf },
  due: { label: "Due", labelOf: (value) => dueLabels[value] ?? value },
  snoozed: { label: "Snoozed", labelOf: (value) => snoozeLabels[value] ?? value },
  assignedTo: { label: "Assignee", labelOf: (value) => assigneeLabels[value] ?? value },
  provider: { label: "Provider", labelOf: String },
  department: { label: "Department", labelOf: String },
  resolution: { label: "Resolution", labelOf: (value) => statusLabel("resolution", value) },
  category: { label: "Category", labelOf: categoryLabel },
  factor: { label: "Risk factor", labelOf: factorLabel },
  from: { label: "Detected on or after" },
  to: { label: "Detected on or before" },
  minConfidence: { label: "Minimum confidence", labelOf: (value) => percentText(Number(value)) },
  minCostUSD: { label: "Minimum cost", labelOf: (value) => moneyText(Number(value)) },
  modelId: { label: "Model", labelOf: String },
} satisfies FilterLabels<QueueFilters>;

/** Whether one of the filters under "More filters" is set. */
export function hasMoreFilters(filters: QueueFilters): boolean {
  const { resolution, category, factor, from, to, minConfidence, minCostUSD } = filters;
  return [resolution, category, factor, from, to, minConfidence, minCostUSD].some((value) => value !== null);
}
