"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import type { FilterOption } from "@/components/filters/filter-select";
import type { ShadowAiDetection, ShadowAiStats } from "@/lib/shadow-ai/schemas";
import type { SettingsDocument } from "@/lib/shadow-ai/schemas-settings";

interface Known {
  rows: readonly ShadowAiDetection[];
  /** What is chosen: it stays an option. */
  chosen: { provider: string | null; department: string | null; assignedTo: string | null };
  me: string;
}

/** What the filters offer that no list of words has: what the organisation's detections and settings know. */
export function useFilterOptions({ rows, chosen, me }: Known) {
  const stats = useQuery({
    queryKey: keys.stats(),
    queryFn: ({ signal }) => api.get<ShadowAiStats>("/v1/shadow-ai/stats", undefined, { signal }),
  });
  const settings = useQuery({
    queryKey: keys.shadowAiSettings(),
    queryFn: ({ signal }) => api.get<SettingsDocument>("/v1/shadow-ai/settings", undefined, { signal }),
  });
  const providers = stats.data?.providers ?? [];
  const departments = settings.data?.departments ?? [];
  const counts = new Map(providers.map(({ name, detections }) => [name, detections]));

  return {
    provider: sortedOptions(
      [...counts.keys(), ...rows.map(({ details }) => details.aiProvider), chosen.provider],
      (name) => counts.get(name),
    ),
    department: sortedOptions([
      ...departments.map(({ name }) => name),
      ...rows.map(({ details }) => details.departmentHint),
      chosen.department,
    ]),
    assignedTo: [
      { value: "me", label: "Me" },
      { value: "none", label: "Nobody" },
      ...sortedOptions(
        [...rows.map(({ assignedTo }) => assignedTo), chosen.assignedTo].filter(
          (one) => one !== me && one !== "me" && one !== "none",
        ),
      ),
    ],
  };
}

function sortedOptions(
  values: readonly (string | null)[],
  countOf: (value: string) => number | undefined = () => undefined,
): FilterOption[] {
  const known = [...new Set(values.filter((value) => value !== null && value !== ""))] as string[];
  known.sort((one, other) => one.localeCompare(other));
  return known.map((value) => {
    const count = countOf(value);
    return { value, label: value, ...(count !== undefined && { count }) };
  });
}
