import { listed } from "@/components/ui/forms/fields";
import type { Saying } from "@/components/ui/forms/use-versioned-form";
import type { AlertPolicy, AlertRule, UpdateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import type { CountScope, Operator } from "@/lib/domains/alert-policies/vocabulary";
import type { EventType, Severity } from "@/lib/domains/audit-chain/vocabulary";
import { labelOf } from "@/lib/platform/client/format";
import { minutesText, ruleText } from "./labels";

/** The fields of the form of a policy, as they are typed: what is empty says nothing. */
export interface PolicyForm {
  name: string;
  description: string;
  eventTypes: EventType[];
  minSeverity: Severity | "";
  modelIds: string[];
  /** With commas. */
  tags: string;
  path: string;
  operator: Operator;
  threshold: number | string;
  atLeast: number | string;
  withinMinutes: number | string;
  per: CountScope;
  severity: Severity;
  /** With commas. */
  recipients: string;
  cooldownMinutes: number | string;
}

export function formOf(policy: AlertPolicy | undefined): PolicyForm {
  const { eventTypes, minSeverity, modelIds, tags, payload, count } = policy?.rule ?? {};
  return {
    name: policy?.name ?? "",
    description: policy?.description ?? "",
    eventTypes: eventTypes ?? [],
    minSeverity: minSeverity ?? "",
    modelIds: modelIds ?? [],
    tags: tags?.join(", ") ?? "",
    path: payload?.path ?? "",
    operator: payload?.operator ?? "LESS_THAN",
    threshold: payload?.threshold ?? "",
    atLeast: count?.atLeast ?? "",
    withinMinutes: count?.withinMinutes ?? "",
    per: count?.per ?? "MODEL",
    severity: policy?.severity ?? "MEDIUM",
    recipients: policy?.recipients.join(", ") ?? "",
    cooldownMinutes: policy?.cooldownMinutes ?? 60,
  };
}

/** Why the rule says too little, by the fields of the form; empty where it can be tried. */
export function ruleProblems(form: PolicyForm): Partial<Record<keyof PolicyForm | "rule", string>> {
  const { path, threshold, atLeast, withinMinutes } = form;
  const problems: ReturnType<typeof ruleProblems> = {};
  if (path.trim() !== "" && threshold === "") problems.threshold = "Against which number?";
  if (path.trim() === "" && threshold !== "") problems.path = "Which number of the payload?";
  if (atLeast !== "" && withinMinutes === "") problems.withinMinutes = "Within how many minutes?";
  if (atLeast === "" && withinMinutes !== "") problems.atLeast = "How many events?";
  if (Object.keys(problems).length === 0 && Object.keys(ruleOf(form)).length === 0)
    problems.rule = "Name at least one condition: otherwise every event would raise an alert.";
  return problems;
}

/** The rule that the form says. */
export function ruleOf(form: PolicyForm): AlertRule {
  const { eventTypes, minSeverity, modelIds, path, operator, threshold, atLeast, withinMinutes, per } = form;
  const tags = listed(form.tags);
  return {
    ...(eventTypes.length > 0 && { eventTypes }),
    ...(minSeverity !== "" && { minSeverity }),
    ...(modelIds.length > 0 && { modelIds }),
    ...(tags.length > 0 && { tags }),
    ...(path.trim() !== "" && { payload: { path: path.trim(), operator, threshold: Number(threshold) } }),
    ...(atLeast !== "" && { count: { atLeast: Number(atLeast), withinMinutes: Number(withinMinutes), per } }),
  };
}

/** Why the form cannot be sent, by its fields. */
export function problemsOf(form: PolicyForm): ReturnType<typeof ruleProblems> {
  return {
    ...(form.name.trim() === "" && { name: "What is the alert called?" }),
    ...(form.cooldownMinutes === "" && { cooldownMinutes: "For how many minutes?" }),
    ...ruleProblems(form),
  };
}

/** What is sent: every setting, so that one that was emptied is cleared. */
export function toSettings(form: PolicyForm): UpdateAlertPolicy {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    rule: ruleOf(form),
    severity: form.severity,
    recipients: listed(form.recipients),
    cooldownMinutes: Number(form.cooldownMinutes),
  };
}

/** All that a form says, for whoever compares two. `names`: what models are called. */
export function sayingsOf(form: PolicyForm, names: ReadonlyMap<string, string>): Saying[] {
  return [
    ["Name", form.name],
    ["Description", form.description],
    ["Rule", ruleText(ruleOf(form), names)],
    ["Severity", labelOf(form.severity)],
    ["Told by mail", listed(form.recipients).join(", ")],
    ["Silent after an alert", minutesText(Number(form.cooldownMinutes))],
  ];
}
