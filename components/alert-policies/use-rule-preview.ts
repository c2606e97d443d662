import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import type { AlertRulePreview } from "@/lib/alert-policies/schemas";
import { type PolicyForm, ruleOf, ruleProblems } from "./policy-form";

const typingMs = 400;
const dayMs = 86_400_000;
const staleMs = 30_000;

/** What the rule of a form would have done in the last days, once nobody types; nothing while it says too little. */
export function useRulePreview(form: PolicyForm, days: number) {
  const [typed] = useDebouncedValue(form, typingMs);
  const isWhole = Object.keys(ruleProblems(typed)).length === 0 && typed.cooldownMinutes !== "";
  const input = { rule: ruleOf(typed), cooldownMinutes: Number(typed.cooldownMinutes) };
  const query = useQuery({
    queryKey: keys.alertPreview({ ...input, days }),
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - days * dayMs).toISOString();
      return api.post<AlertRulePreview>("/v1/alert-policies/preview", { ...input, from }, { signal });
    },
    enabled: isWhole,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
  return { ...query, rule: isWhole ? input.rule : undefined };
}
