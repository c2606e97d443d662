import ipaddr from "ipaddr.js";
import type { RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import type { RiskFactorCode } from "@/lib/domains/shadow-ai/enums";

/** Points of a factor and the value behind them. Null: the factor does not apply. */
type Finding = { points: number; value: number | string; sentence: string } | null;

interface FactorRule {
  code: RiskFactorCode;
  find(inputs: RiskInputs): Finding;
}

const megabyte = 1_000_000;

/** Points by bytes sent on the busiest day, highest first. */
const uploadSteps = [
  { above: 1_000 * megabyte, points: 18 },
  { above: 100 * megabyte, points: 10 },
  { above: 10 * megabyte, points: 5 },
];
/** Points by calls on the busiest day. */
const volumeSteps = [
  { above: 10_000, points: 10 },
  { above: 1_000, points: 6 },
  { above: 100, points: 3 },
];
/** Points by monthly cost, as a multiple of the organisation's limit. */
const costSteps = [
  { above: 10, points: 10 },
  { above: 1, points: 5 },
];

/** Minimum calls for a burst or a share of off-hours calls to be meaningful. */
const leastCalls = 50;
const burstZ = 6;
const offHoursShare = 0.4;
const leastLongStreams = 10;
const manyDepartments = 3;
const mostSensitivity = 15;
/** Lower confidence reduces the score. */
const lowConfidence = 0.6;

/** The first version gave points for properties without a record. */
const pointsForUnknown = "2026-11-22";

/** The factors of the risk score. Points may only change together with `ruleVersion`, so that stored scores stay reproducible. */
export const factorRules: FactorRule[] = [
  rule("UNREGISTERED_PROVIDER", ({ providerRegistered }) =>
    providerRegistered ? null : found(20, "none", "No registered model uses this provider."),
  ),
  rule("UNREGISTERED_ENDPOINT", ({ providerRegistered, endpointAllowed }) =>
    providerRegistered && !endpointAllowed
      ? found(10, "none", "A registered model uses this provider, but this host is not on any model's allow-list.")
      : null,
  ),
  rule("AGGREGATOR_OR_UNKNOWN_PROCESSOR", ({ category, source }) => {
    if (category === "AGGREGATOR") return found(10, category, "The service forwards requests to other providers.");
    if (category === "UNKNOWN" || source === "BEHAVIOURAL_ANALYSIS")
      return found(10, category, "The company that processes data sent to this host is unknown.");
    return null;
  }),
  rule("TRAINS_ON_INPUTS", ({ trainsOnInputs, category, ruleVersion }) => {
    if (category === "SELF_HOSTED" || trainsOnInputs === "NO") return null;
    if (trainsOnInputs === "UNKNOWN" && ruleVersion !== pointsForUnknown) return null;
    if (trainsOnInputs === "YES") return found(10, trainsOnInputs, "The provider trains models on customer inputs.");
    if (trainsOnInputs === "PLAN_DEPENDENT")
      return found(3, trainsOnInputs, "Depending on the plan, the provider trains models on customer inputs.");
    return found(3, trainsOnInputs, "No record of whether the provider trains models on customer inputs.");
  }),
  rule("NO_DPA", ({ dpa, category, ruleVersion }) => {
    if (category === "SELF_HOSTED" || dpa === "YES") return null;
    if (dpa === "UNKNOWN" && ruleVersion !== pointsForUnknown) return null;
    if (dpa === "NO") return found(5, dpa, "No data processing agreement with the provider.");
    if (dpa === "PLAN_DEPENDENT")
      return found(3, dpa, "The data processing agreement with the provider depends on the plan.");
    return found(3, dpa, "No record of a data processing agreement with the provider.");
  }),
  rule("DATA_RESIDENCY_OUTSIDE_POLICY", ({ jurisdictionOutsidePolicy }) =>
    jurisdictionOutsidePolicy
      ? found(12, "outside", "The provider is established in a country that is not an allowed jurisdiction.")
      : null,
  ),
  rule("LARGE_UPLOAD", ({ busiestDay: { bytesOut } }) => {
    const points = step(uploadSteps, bytesOut);
    return points === 0 ? null : found(points, bytesOut, `Peak: ${formatBytes(bytesOut)} sent in one day.`);
  }),
  rule("FILE_OR_FINETUNE_ENDPOINT", ({ uploads }) => {
    const kinds = [...new Set(uploads)].sort();
    if (kinds.length === 0) return null;
    const names = kinds.map((kind) => (kind === "FILE_UPLOAD" ? "file upload" : "fine-tuning"));
    return found(12, kinds.join(","), `Used ${list(names)} endpoints, which store the data they receive.`);
  }),
  rule("AUTOMATED_CLIENT", ({ automated }) =>
    automated ? found(8, "program", "Calls are made by a program, not by a person.") : null,
  ),
  rule("AGENTIC_PATTERN", ({ agentic }) =>
    agentic ? found(8, "agent", "The call pattern matches an autonomous agent.") : null,
  ),
  rule("SENSITIVE_DEPARTMENT", ({ departmentSensitivity, departments }) => {
    const points = Math.min(mostSensitivity, Math.floor(departmentSensitivity));
    if (points <= 0) return null;
    const users = departments.length === 0 ? "a sensitive department" : list([...departments].sort());
    return found(points, points, `Used by ${users} (sensitivity ${points} of ${mostSensitivity}).`);
  }),
  rule("MULTI_DEPARTMENT", ({ departments }) => {
    const { size } = new Set(departments);
    return size < manyDepartments ? null : found(5, size, `Used by ${formatCount(size, "department")}.`);
  }),
  rule("HIGH_VOLUME", ({ busiestDay: { calls } }) => {
    const points = step(volumeSteps, calls);
    return points === 0 ? null : found(points, calls, `Peak: ${formatCount(calls, "call")} in one day.`);
  }),
  rule("VOLUME_BURST", ({ burst }) =>
    burst === null || burst.z <= burstZ || burst.calls < leastCalls
      ? null
      : found(6, burst.calls, `Burst: ${formatCount(burst.calls, "call")} in one day, far above previous days.`),
  ),
  rule("OFF_HOURS", ({ offHoursShare: share, totalCalls }) =>
    share <= offHoursShare || totalCalls < leastCalls
      ? null
      : found(5, share, `${formatPercent(share)} of ${formatCount(totalCalls, "call")} were outside office hours.`),
  ),
  rule("LONG_LIVED_STREAMING", ({ longStreams }) =>
    longStreams < leastLongStreams
      ? null
      : found(4, longStreams, `${formatCount(longStreams, "connection")} streamed responses for more than 5 seconds.`),
  ),
  rule("HIGH_COST", ({ monthlyCostUSD, highCostUSD }) => {
    if (monthlyCostUSD === null || highCostUSD <= 0) return null;
    const points = step(costSteps, monthlyCostUSD / highCostUSD);
    if (points === 0) return null;
    const sentence = `Estimated monthly cost of ${formatUSD(monthlyCostUSD)}, above the limit of ${formatUSD(highCostUSD)}.`;
    return found(points, monthlyCostUSD, sentence);
  }),
  rule("POLICY_BLOCKED_ATTEMPTS", ({ blockedCalls, allowedAfterBlocked }) =>
    blockedCalls > 0 && allowedAfterBlocked
      ? found(
          6,
          blockedCalls,
          `${formatCount(blockedCalls, "call")} ${blockedCalls === 1 ? "was" : "were"} blocked, but later calls were allowed.`,
        )
      : null,
  ),
  rule("RECURRENCE", ({ recurrence }) =>
    recurrence ? found(15, "again", "The usage was stopped, but has started again.") : null,
  ),
  rule("EXCEPTION_BREACHED", ({ exceptionBreached }) =>
    exceptionBreached ? found(15, "breached", "Usage exceeds the approved exception.") : null,
  ),
  rule("DNS_ONLY", ({ dnsOnly }) =>
    dnsOnly ? found(-10, "DNS", "Only DNS queries were seen, which do not prove that the service was used.") : null,
  ),
  rule("LOW_CONFIDENCE", ({ behaviour, matchConfidence }) => {
    const confidence = behaviour?.score ?? matchConfidence;
    return confidence < lowConfidence
      ? found(-10, confidence, `Only ${formatPercent(confidence)} confidence that this is an AI service.`)
      : null;
  }),
];

function rule(code: RiskFactorCode, find: FactorRule["find"]): FactorRule {
  return { code, find };
}

function found(points: number, value: number | string, sentence: string): Finding {
  return { points, value, sentence };
}

function step(steps: { above: number; points: number }[], figure: number): number {
  return steps.find(({ above }) => figure > above)?.points ?? 0;
}

/** An address range as numbers. */
interface Span {
  bits: 32 | 128;
  first: bigint;
  last: bigint;
}

/**
 * Whether CIDR ranges fully contain all masked ranges (`10.20.30.x`, `2001:db8:1::x`). A partial overlap is not enough,
 * because the exact addresses are unknown. False without masked ranges.
 */
export function rangesCover(cidrs: string[], masked: string[]): boolean {
  const allowed = merged(cidrs.flatMap((cidr) => cidrSpan(cidr) ?? []));
  return (
    masked.length > 0 &&
    masked.every((range) => {
      const span = maskedSpan(range);
      return span !== null && allowed.some((other) => holds(other, span));
    })
  );
}

function holds(outer: Span, inner: Span): boolean {
  return outer.bits === inner.bits && outer.first <= inner.first && inner.last <= outer.last;
}

/** Merges adjacent ranges, so that two /25 contain their /24. */
function merged(spans: Span[]): Span[] {
  const sorted = spans.toSorted((one, other) => one.bits - other.bits || (one.first < other.first ? -1 : 1));
  const result: Span[] = [];
  for (const span of sorted) {
    const before = result.at(-1);
    if (before && before.bits === span.bits && span.first <= before.last + 1n) {
      if (span.last > before.last) before.last = span.last;
    } else result.push({ ...span });
  }
  return result;
}

function cidrSpan(text: string): Span | null {
  try {
    const [address, length] = ipaddr.parseCIDR(text);
    return span(address, length);
  } catch {
    return null;
  }
}

/** The network of a masked address: an IPv4 /24 or an IPv6 /48. */
function maskedSpan(text: string): Span | null {
  const isV6 = text.endsWith("::x");
  const address = isV6 ? text.slice(0, -1) : text.replace(/^(\d+\.\d+\.\d+)\.x$/, "$1.0");
  if (address === text || !ipaddr.isValid(address)) return null;
  return span(ipaddr.parse(address), isV6 ? 48 : 24);
}

function span(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): Span {
  const bytes = address.toByteArray();
  const bits = bytes.length === 4 ? 32 : 128;
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const size = 1n << BigInt(bits - length);
  const first = value - (value % size);
  return { bits, first, last: first + size - 1n };
}

const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** `1.2 GB`: powers of 1,000, at least two digits. */
export function formatBytes(bytes: number): string {
  let figure = bytes;
  let unit = 0;
  while (figure >= 999.5 && unit < units.length - 1) {
    figure /= 1_000;
    unit++;
  }
  const text = figure < 9.95 && unit > 0 ? figure.toFixed(1).replace(/\.0$/, "") : grouped(Math.round(figure));
  return `${text} ${units[unit]}`;
}

/** `1,200 calls`. */
export function formatCount(count: number, noun: string): string {
  const rounded = Math.round(count);
  return `${grouped(rounded)} ${noun}${rounded === 1 ? "" : "s"}`;
}

/** `45%` for 0.45. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `$1,200`. */
export function formatUSD(dollars: number): string {
  return `$${grouped(Math.round(dollars))}`;
}

/** `a, b and c`; lists of more than five name four and count the others. */
export function list(words: string[]): string {
  const shown = words.length > 5 ? [...words.slice(0, 4), `${words.length - 4} others`] : words;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
