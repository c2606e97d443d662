import { listed, numberOf } from "@/components/ui/forms/fields";
import type { FormEntry } from "@/components/ui/forms/use-versioned-form";
import { terms } from "@/components/ui/terms";
import type { CountScope, Operator } from "@/lib/domains/alert-policies/enums";
import type { AlertPolicy, AlertRule, UpdateAlertPolicy } from "@/lib/domains/alert-policies/schemas";
import type { EventType, Severity } from "@/lib/domains/audit-chain/enums";
import { labelOf } from "@/lib/platform/client/format";
import { policyForm as texts } from "./editor-texts";
import { minutesText, ruleText } from "./labels";
import { common } from "./texts";

/** The form fields of a policy as typed. An empty field sets no condition. */
export interface PolicyForm {
  name: string;
  description: string;
  eventTypes: EventType[];
  minSeverity: Severity | "";
  modelIds: string[];
  /** Comma-separated. */
  tags: string;
  path: string;
  operator: Operator;
  threshold: number | string;
  atLeast: number | string;
  withinMinutes: number | string;
  per: CountScope;
  severity: Severity;
  /** Comma-separated. */
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

/** Why the rule is incomplete, by field; empty if it can be previewed. */
export function ruleProblems(form: PolicyForm): Partial<Record<keyof PolicyForm | "rule", string>> {
  const { path, threshold, atLeast, withinMinutes } = form;
  const problems: ReturnType<typeof ruleProblems> = {};
  if (path.trim() !== "" && threshold === "") problems.threshold = texts.enterAThreshold;
  if (path.trim() === "" && threshold !== "") problems.path = texts.enterThePayloadField;
  if (atLeast !== "" && withinMinutes === "") problems.withinMinutes = texts.enterTheTimeWindow;
  if (atLeast === "" && withinMinutes !== "") problems.atLeast = texts.enterNumberEvents;
  if (Object.keys(problems).length === 0 && Object.keys(ruleOf(form)).length === 0) problems.rule = texts.setCondition;
  return problems;
}

export function ruleOf(form: PolicyForm): AlertRule {
  const { eventTypes, minSeverity, modelIds, path, operator, threshold, atLeast, withinMinutes, per } = form;
  const tags = listed(form.tags);
  return {
    ...(eventTypes.length > 0 && { eventTypes }),
    ...(minSeverity !== "" && { minSeverity }),
    ...(modelIds.length > 0 && { modelIds }),
    ...(tags.length > 0 && { tags }),
    ...(path.trim() !== "" && { payload: { path: path.trim(), operator, threshold: numberOf(threshold) } }),
    ...(atLeast !== "" && { count: { atLeast: numberOf(atLeast), withinMinutes: numberOf(withinMinutes), per } }),
  };
}

/** The errors of the form, by field. */
export function problemsOf(form: PolicyForm): ReturnType<typeof ruleProblems> {
  return {
    ...(form.name.trim() === "" && { name: terms.enterName }),
    ...(form.cooldownMinutes === "" && { cooldownMinutes: texts.enterTheCooldown }),
    ...ruleProblems(form),
  };
}

/** The request body. It has every setting, so that emptied fields are cleared. */
export function toSettings(form: PolicyForm): UpdateAlertPolicy {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    rule: ruleOf(form),
    severity: form.severity,
    recipients: listed(form.recipients),
    cooldownMinutes: numberOf(form.cooldownMinutes),
  };
}

/** The values of a form in plain text, to compare two versions. `names`: model names by ID. */
export function entriesOf(form: PolicyForm, names: ReadonlyMap<string, string>): FormEntry[] {
  return [
    [terms.name, form.name],
    [terms.description, form.description],
    [common.rule, ruleText(ruleOf(form), names)],
    [terms.severity, labelOf(form.severity)],
    [common.emailRecipients, listed(form.recipients).join(", ")],
    [common.cooldown, minutesText(Number(form.cooldownMinutes))],
  ];
}
