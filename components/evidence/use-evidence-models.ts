import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSession } from "@/components/app/session";
import { modelTitle } from "@/components/models/model-words";
import type { ModelList } from "@/lib/models/schemas";
import { ownModelsOnly } from "@/lib/roles";

/** The newest hundred models, which is all of them in most organisations. */
const query = { limit: 100 };

interface EvidenceModels {
  models: { value: string; label: string }[];
  /** Whether others are left out, because the service would refuse them. */
  ownOnly: boolean;
}

/** The models that whoever is signed in may ask for evidence about: for some roles, those that carry their address. */
export function useEvidenceModels(): EvidenceModels {
  const { member } = useSession();
  const ownOnly = ownModelsOnly({ actor: { kind: "user", role: member.role } });
  const { data } = useQuery({
    queryKey: keys.models.list(query),
    queryFn: ({ signal }) => api.get<ModelList>("/v1/models", query, { signal }),
    staleTime: 60_000,
  });
  const address = member.email.toLowerCase();
  const models = (data?.data ?? []).filter(({ ownerEmail }) => !ownOnly || ownerEmail?.toLowerCase() === address);
  return { models: models.map((model) => ({ value: model.id, label: modelTitle(model) })), ownOnly };
}
