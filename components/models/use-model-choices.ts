import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useModelNames } from "@/components/audit/use-model-names";
import type { ModelList } from "@/lib/models/schemas";
import { modelTitle } from "./model-words";

const query = { archived: false, limit: 100 };

interface ModelChoices {
  choices: { value: string; label: string }[];
  isPending: boolean;
}

/** The models that something can be about: active ones, without the system's own. `kept` were chosen before, and stay. */
export function useModelChoices(kept: readonly string[] = []): ModelChoices {
  const { data, isPending } = useQuery({
    queryKey: keys.models.list(query),
    queryFn: ({ signal }) => api.get<ModelList>("/v1/models", query, { signal }),
  });
  const names = useModelNames();
  const models = (data?.data ?? []).filter(({ system }) => !system);
  const others = [...new Set(kept)].filter((id) => id !== "" && !models.some((model) => model.id === id));
  return {
    choices: [
      ...models.map((model) => ({ value: model.id, label: modelTitle(model) })),
      ...others.map((id) => ({ value: id, label: names.get(id) ?? id })),
    ],
    isPending,
  };
}
