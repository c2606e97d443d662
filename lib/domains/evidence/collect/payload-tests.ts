import { firstMember, isObject, saysAnything, wordOf } from "@/lib/domains/evidence/collect/payload";
import type { PayloadTest } from "@/lib/domains/evidence/frameworks/types";

/** Reads a member of a payload under any of its names. */
type Read = (key: string) => unknown;

/** The comparisons that a condition can name. None throws for any payload. */
export const payloadTests: Readonly<Record<PayloadTest, (read: Read) => boolean>> = {
  metricBeyondThreshold: (read) => {
    const limits = limitsOf(read("thresholds"));
    return namedValues(read("metrics")).some(([name, value]) => {
      const metric = wordOf(name);
      return limits.some((limit) => limit.metric === metric && isBeyond(value, limit));
    });
  },
  noLawfulBasis: (read) => {
    const lawfulBasis = read("lawfulBasis");
    const run = { lawfulBasis, containsPersonalData: read("containsPersonalData") };
    const datasets = listOf(read("datasets")).filter(isObject);
    return [run, ...datasets.map((one) => ({ lawfulBasis, ...one }))].some(
      (one) => saysYes(firstMember(one, personalDataNames)) && deniesAny(one.lawfulBasis),
    );
  },
  sameApprover: (read) => {
    const { by, approvers } = signersOf(read);
    return by !== "" && approvers.length > 0 && approvers.every((approver) => approver === by);
  },
  otherApprover: (read) => {
    const { by, approvers } = signersOf(read);
    return by !== "" && approvers.some((approver) => approver !== by);
  },
  scopeWidened: (read) => {
    const [before, after] = [read("before"), read("after")];
    const subject = `${wordOf(read("kind"))} ${wordOf(read("field"))}`;
    if (/lifted|widened/.test(subject) || /^(?:lifted|widened|removed|relaxed)$/.test(wordOf(read("effect"))))
      return true;
    if (subject.includes("allow")) return hasMore(after, before);
    return hasMore(before, after) || (saysSomething(before) && !saysSomething(after) && after !== undefined);
  },
};

const personalDataNames = ["containsPersonalData", "personalData", "containsPii"];

function saysYes(value: unknown): boolean {
  return ["true", "yes"].includes(wordOf(value));
}

function signersOf(read: Read): { by: string; approvers: string[] } {
  return { by: wordOf(read("changedBy")), approvers: listOf(read("approvedBy")).map(wordOf).filter(Boolean) };
}

/** Values that state that nothing exists, and values that state that a member is unknown or not recorded. */
const denials = new Set(["none", "no", "false"]);
const unknowns = new Set(["na", "unknown", "missing", "absent", "notdocumented", "undocumented"]);

/** Whether a value is empty or states that nothing exists. False for a missing member. */
export function deniesAny(value: unknown): boolean {
  return value !== undefined && (!saysAnything(value) || denials.has(wordOf(value)));
}

/** Whether a value is empty, or states that nothing exists or that it is unknown. */
export function statesNothing(value: unknown): boolean {
  return deniesAny(value) || unknowns.has(wordOf(value));
}

function saysSomething(value: unknown): boolean {
  return value !== undefined && !statesNothing(value);
}

export interface Limit {
  metric: string;
  min?: number;
  max?: number;
  /** A threshold whose direction is unknown. */
  stated?: number;
}

/** Metrics for which lower is better. For others, a bare threshold is a minimum only if higher is known to be better. */
const lessIsBetter = /error|loss|rmse|mae|mse|mape|psi|csi|drift|difference|disparity|gap|falsepositive|falsenegative/;
const moreIsBetter = /auc|roc|gini|^ks$|accuracy|precision|recall|^f1|^r2$|sensitivity|specificity|impactratio/;

/** `{ auc: 0.7 }`, `{ minAuc: 0.7 }`, `{ auc: { min: 0.7 } }` and `[{ metric: "auc", min: 0.7 }]`. */
export function limitsOf(thresholds: unknown): Limit[] {
  const listed = listOf(thresholds).filter(isObject);
  return listed.flatMap((one) => {
    const name = one.name ?? one.metric;
    return typeof name === "string"
      ? [limitOf(name, one)]
      : Object.entries(one).map(([key, value]) => limitOf(key, value));
  });
}

export function limitOf(name: string, given: unknown): Limit {
  const bound = /^(min|max)(?:imum)?(?=[_A-Z])/.exec(name);
  const metric = wordOf(bound ? name.slice(bound[0].length) : name);
  const { min, max, value } = isObject(given) ? given : { min: undefined, max: undefined, value: given };
  if (isNumber(min) || isNumber(max)) return { metric, ...(isNumber(min) && { min }), ...(isNumber(max) && { max }) };
  if (!isNumber(value)) return { metric };
  if (bound?.[1] === "max" || (!bound && lessIsBetter.test(metric))) return { metric, max: value };
  return bound || moreIsBetter.test(metric) ? { metric, min: value } : { metric, stated: value };
}

export function isBeyond(value: number, { min, max }: Limit): boolean {
  return (min !== undefined && value < min) || (max !== undefined && value > max);
}

/** `{ auc: 0.7 }` and `[{ name: "auc", value: 0.7 }]`. */
export function namedValues(metrics: unknown): [name: string, value: number][] {
  return listOf(metrics)
    .filter(isObject)
    .flatMap((one): [string, unknown][] => {
      const name = one.name ?? one.metric;
      return typeof name === "string" ? [[name, one.value]] : Object.entries(one);
    })
    .filter((pair): pair is [string, number] => isNumber(pair[1]));
}

/** Whether one list has an element that the other lacks. */
function hasMore(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one)) return false;
  const known = new Set(listOf(other).map((element) => JSON.stringify(element)));
  return one.some((element) => !known.has(JSON.stringify(element)));
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
