import type { Saying } from "@/components/ui/forms/use-versioned-form";
import type { CreateIntegration, Integration, UpdateIntegration } from "@/lib/domains/integrations/schemas";
import type { IntegrationKind } from "@/lib/domains/integrations/vocabulary";
import { productWords } from "./labels";

/** The fields of the form of an integration. */
export interface IntegrationForm {
  kind: IntegrationKind;
  name: string;
  models: ModelRuleFields[];
  /** Null: what no rule fits is not recorded. */
  defaultModelId: string | null;
  /** Empty: it may be silent for ever. */
  silentAfterHours: number | string;
}

/** Which of the product's things is which model, as it is typed. */
interface ModelRuleFields {
  match: string;
  modelId: string | null;
}

export function formOf(integration: Integration | undefined): IntegrationForm {
  if (!integration)
    return {
      kind: "GITHUB",
      name: "",
      models: [{ match: "", modelId: null }],
      defaultModelId: null,
      silentAfterHours: 72,
    };
  const { kind, name, models, defaultModelId, silentAfterHours } = integration;
  return { kind, name, models, defaultModelId, silentAfterHours: silentAfterHours ?? "" };
}

/** Why the form cannot be sent, by its fields; a rule of which nothing was filled in is none. */
export function problemsOf({ name, models }: IntegrationForm): Record<string, string> {
  const problems: [string, string][] = name.trim() === "" ? [["name", "What do you call it?"]] : [];
  for (const [index, { match, modelId }] of models.entries()) {
    if (match.trim() !== "" && modelId === null) problems.push([`models.${index}.modelId`, "Which model is it?"]);
    if (match.trim() === "" && modelId !== null) problems.push([`models.${index}.match`, "What of the product is it?"]);
  }
  return Object.fromEntries(problems);
}

/** The rules that say something, each with its place in the form. */
function rulesOf(models: readonly ModelRuleFields[]) {
  return models.flatMap(({ match, modelId }, place) =>
    modelId === null || match.trim() === "" ? [] : [{ rule: { match: match.trim(), modelId }, place }],
  );
}

export function toUpdate({ name, models, defaultModelId, silentAfterHours }: IntegrationForm): UpdateIntegration {
  return {
    name: name.trim(),
    models: rulesOf(models).map(({ rule }) => rule),
    defaultModelId,
    silentAfterHours: silentAfterHours === "" ? null : Number(silentAfterHours),
  };
}

export function toCreation(form: IntegrationForm): CreateIntegration {
  return { kind: form.kind, enabled: true, ...toUpdate(form) } as CreateIntegration;
}

/** The errors of the service at the rows of the form: rows that were left out of what was sent have none. */
export function atFormRows(errors: Record<string, string>, models: readonly ModelRuleFields[]): Record<string, string> {
  const places = rulesOf(models).map(({ place }) => place);
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => {
      const [, sent, rest] = /^models[.[](\d+)\]?\.?(.*)$/.exec(path) ?? [];
      if (sent === undefined) return [path, sentence];
      return [`models.${places[Number(sent)] ?? sent}.${rest || "match"}`, sentence];
    }),
  );
}

/** All that a form says, for whoever compares two. `names`: what models are called. */
export function sayingsOf(form: IntegrationForm, names: ReadonlyMap<string, string>): Saying[] {
  const title = (id: string | null) => (id === null ? "not recorded" : (names.get(id) ?? id));
  const rules = form.models.filter(({ match, modelId }) => match !== "" || modelId !== null);
  return [
    ["Name", form.name],
    [productWords[form.kind].match, rules.map(({ match, modelId }) => `${match}: ${title(modelId)}`).join("; ")],
    ["Everything else", title(form.defaultModelId)],
    ["Silent after hours", form.silentAfterHours === "" ? "never" : String(form.silentAfterHours)],
  ];
}
