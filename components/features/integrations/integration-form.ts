import { numberOf } from "@/components/ui/forms/fields";
import type { FormEntry } from "@/components/ui/forms/use-versioned-form";
import { terms } from "@/components/ui/terms";
import type { IntegrationKind } from "@/lib/domains/integrations/enums";
import type { CreateIntegration, Integration, UpdateIntegration } from "@/lib/domains/integrations/schemas";
import { productLabels } from "./labels";
import { common, integrationForm as texts } from "./texts";

export interface IntegrationForm {
  kind: IntegrationKind;
  name: string;
  models: ModelRuleFields[];
  /** Null: deliveries that match no rule are not recorded. */
  defaultModelId: string | null;
  /** Empty: the integration is never reported as disconnected. */
  silentAfterHours: number | string;
  tickets: TicketFields;
}

/** Without a project, no tickets are created. An empty token keeps the stored one. */
interface TicketFields {
  project: string;
  baseUrl: string;
  issueType: string;
  email: string;
  token: string;
}

const noTickets: TicketFields = { project: "", baseUrl: "", issueType: "", email: "", token: "" };

/** A model rule as typed. */
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
      tickets: noTickets,
    };
  const { kind, name, models, defaultModelId, silentAfterHours, ticketSettings } = integration;
  const { issueType, email, ...required } = ticketSettings ?? { issueType: null, email: null };
  const tickets = { ...noTickets, ...required, issueType: issueType ?? "", email: email ?? "" };
  return { kind, name, models, defaultModelId, silentAfterHours: silentAfterHours ?? "", tickets };
}

/** The errors of the form, by field. Empty rules are ignored. */
export function problemsOf({ name, models }: IntegrationForm): Record<string, string> {
  const problems: [string, string][] = name.trim() === "" ? [["name", terms.enterName]] : [];
  for (const [index, { match, modelId }] of models.entries()) {
    if (match.trim() !== "" && modelId === null) problems.push([`models.${index}.modelId`, texts.selectAModel]);
    if (match.trim() === "" && modelId !== null) problems.push([`models.${index}.match`, texts.enterValueMatch]);
  }
  return Object.fromEntries(problems);
}

/** The complete rules, each with its row in the form. */
function rulesOf(models: readonly ModelRuleFields[]) {
  return models.flatMap(({ match, modelId }, row) =>
    modelId === null || match.trim() === "" ? [] : [{ rule: { match: match.trim(), modelId }, row }],
  );
}

function toTicketSettings({ kind, tickets }: IntegrationForm): UpdateIntegration["ticketSettings"] {
  const { project, baseUrl, issueType, email, token } = tickets;
  if (kind === "MLFLOW" || project.trim() === "") return null;
  return {
    ...(baseUrl.trim() !== "" && { baseUrl: baseUrl.trim() }),
    project: project.trim(),
    issueType: (kind === "JIRA" && issueType.trim()) || null,
    email: (kind === "JIRA" && email.trim()) || null,
    ...(token !== "" && { token }),
  };
}

export function toUpdate(form: IntegrationForm): UpdateIntegration {
  const { name, models, defaultModelId, silentAfterHours } = form;
  return {
    name: name.trim(),
    models: rulesOf(models).map(({ rule }) => rule),
    defaultModelId,
    silentAfterHours: silentAfterHours === "" ? null : numberOf(silentAfterHours),
    ticketSettings: toTicketSettings(form),
  };
}

export function toCreation(form: IntegrationForm): CreateIntegration {
  return { kind: form.kind, enabled: true, ...toUpdate(form) } as CreateIntegration;
}

/** The errors of the service by row of the form, which differs from the row sent where empty rows were left out. */
export function atFormRows(errors: Record<string, string>, models: readonly ModelRuleFields[]): Record<string, string> {
  const rows = rulesOf(models).map(({ row }) => row);
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => {
      if (path.startsWith("ticketSettings")) return [path.replace(/^ticketSettings\.?/, "tickets."), sentence];
      const [, sent, rest] = /^models[.[](\d+)\]?\.?(.*)$/.exec(path) ?? [];
      if (sent === undefined) return [path, sentence];
      return [`models.${rows[Number(sent)] ?? sent}.${rest || "match"}`, sentence];
    }),
  );
}

/** The values of a form in plain text, to compare two versions. `names`: model names by ID. */
export function entriesOf(form: IntegrationForm, names: ReadonlyMap<string, string>): FormEntry[] {
  const title = (id: string | null) => (id === null ? texts.notRecorded : (names.get(id) ?? id));
  const rules = form.models.filter(({ match, modelId }) => match !== "" || modelId !== null);
  return [
    [terms.name, form.name],
    [productLabels[form.kind].match, rules.map(({ match, modelId }) => `${match}: ${title(modelId)}`).join("; ")],
    [common.defaultModel, title(form.defaultModelId)],
    [common.tickets, form.tickets.project],
    [common.reportDisconnectedAfter, form.silentAfterHours === "" ? "never" : String(form.silentAfterHours)],
  ];
}
