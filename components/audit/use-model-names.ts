import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { modelTitle } from "@/components/models/model-words";
import type { ModelList } from "@/lib/models/schemas";

/** The newest hundred models, which is all of them in most organisations. */
const query = { limit: 100 };

const none: ReadonlyMap<string, string> = new Map();

/** What models are called, by id; the id itself stands for one that is not among them. */
export function useModelNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: keys.models.list(query),
    queryFn: ({ signal }) => api.get<ModelList>("/v1/models", query, { signal }),
    staleTime: 60_000,
    select: namesOf,
  });
  return data ?? none;
}

function namesOf({ data }: ModelList): ReadonlyMap<string, string> {
  return new Map(data.map((model) => [model.id, modelTitle(model)]));
}
