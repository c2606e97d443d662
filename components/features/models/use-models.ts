import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { supplement } from "@/components/ui/api/queries";
import { optionsState } from "@/components/ui/forms/fields";
import { useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { Model, ModelList } from "@/lib/domains/models/schemas";
import { ownModelsOnly } from "@/lib/platform/core/roles";
import { newestModels, systemModel } from "./constants";

interface Choice {
  value: string;
  label: string;
}

const newestActive = { archived: false, limit: 100 };

const noNames: ReadonlyMap<string, string> = new Map();
/** Maps every ID to an ellipsis. */
const loading: ReadonlyMap<string, string> = Object.assign(new Map<string, string>(), { get: () => "…" });

/**
 * Model names by ID. Callers show the ID if a name is missing, including when the names could not be loaded. Until they are
 * loaded, each is an ellipsis.
 */
export function useModelNames(): ReadonlyMap<string, string> {
  const { data, error } = useModels(newestModels, namesOf);
  return data ?? (error ? noNames : loading);
}

/** The ID of the model of the service's own events; undefined until loaded. */
export function useSystemModel(): string | undefined {
  return useModels(systemModel, ({ data }) => data[0]?.id).data;
}

/** Names the model of an event; null for the service's own events, whose model is not a model that you govern. */
export type ModelNameOf = (modelId: string) => string | null;

export function useModelName(): ModelNameOf {
  const [names, systemModelId] = [useModelNames(), useSystemModel()];
  return (modelId) => (modelId === systemModelId ? null : (names.get(modelId) ?? modelId));
}

/** Props for a model select whose names come from `useModelNames`. Spread them last. */
export function useModelField(): ReturnType<typeof fieldOf> {
  return fieldOf(useModels(newestModels, modelsOf));
}

interface ModelChoices {
  choices: Choice[];
  query: UseQueryResult<Model[]>;
  /** Props for a model select. Spread them last. */
  field: ReturnType<typeof fieldOf>;
}

function fieldOf(query: UseQueryResult<Model[]>) {
  return { searchable: true, nothingFoundMessage: terms.noMatchingModels, ...optionsState(query, "models") };
}

/** Active models, without the system model, as options. `kept` adds the ids that are already chosen. */
export function useModelChoices(kept: readonly string[] = []): ModelChoices {
  const query = useModels(newestActive, modelsOf);
  const { data = [] } = query;
  const names = useModelNames();
  const models = data.filter(({ system }) => !system);
  const others = [...new Set(kept)].filter((id) => id !== "" && !models.some((model) => model.id === id));
  return {
    choices: [...models.map(choiceOf), ...others.map((id) => ({ value: id, label: names.get(id) ?? id }))],
    query,
    field: fieldOf(query),
  };
}

/** The models that the member may request evidence for. `ownOnly`: the role is limited to models that the member owns. */
export function useEvidenceModels() {
  const { member } = useSession();
  const ownOnly = ownModelsOnly({ actor: { kind: "user", role: member.role } });
  const query = useModels(newestModels, modelsOf);
  const { data = [] } = query;
  const address = member.email.toLowerCase();
  const models = data.filter(({ ownerEmail }) => !ownOnly || ownerEmail?.toLowerCase() === address);
  return { models: models.map(choiceOf), ownOnly, state: optionsState(query, "models") };
}

function useModels<Selected>(query: object, select: (list: ModelList) => Selected) {
  return useQuery({
    queryKey: keys.models.list(query),
    queryFn: ({ signal }) => api.get<ModelList>("/v1/models", query, { signal }),
    select,
    meta: supplement,
  });
}

function modelsOf({ data }: ModelList): Model[] {
  return data;
}

function namesOf({ data }: ModelList): ReadonlyMap<string, string> {
  return new Map(data.map((model) => [model.id, modelTitle(model)]));
}

function choiceOf(model: Model): Choice {
  return { value: model.id, label: modelTitle(model) };
}

/** The name and version of a model. The system model is not a governed model: it has the organisation's own events. */
export function modelTitle({ name, version, system }: Pick<Model, "name" | "version" | "system">): string {
  if (system) return terms.organisationEvents;
  return version === null ? name : `${name} ${version}`;
}

/** The system model is neither active nor archived: the service creates it for its own events. */
export function modelState({
  archived,
  system,
}: Pick<Model, "archived" | "system">): "ACTIVE" | "ARCHIVED" | "BUILT_IN" {
  if (system) return "BUILT_IN";
  return archived ? "ARCHIVED" : "ACTIVE";
}

const providerNames: Readonly<Record<string, string>> = {
  "aws-bedrock": "AWS Bedrock",
  "azure-openai": "Azure OpenAI",
  "google-vertex": "Google Vertex AI",
  huggingface: "Hugging Face",
  openai: "OpenAI",
  xai: "xAI",
};

/** `Azure OpenAI` of `azure-openai`, `In-house` of `in-house`. Names with other characters are unchanged. */
export function providerName(provider: string | null): string | null {
  if (provider === null || !/^[a-z]+(-[a-z]+)*$/.test(provider)) return provider;
  return providerNames[provider] ?? provider[0]?.toUpperCase() + provider.slice(1);
}
