"use client";

import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { FilterBar } from "@/components/ui/filters/filter-bar";
import { type FilterOption, FilterSelect } from "@/components/ui/filters/filter-select";
import { FilterText } from "@/components/ui/filters/filter-text";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { duePeriods, severities } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetection, ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { labelOf } from "@/lib/platform/client/format";
import { isAddress } from "../filters";
import { dueLabel, hasMoreFilters } from "../labels";
import styles from "./queue.module.css";
import type { Queue } from "./use-queue";

const MoreFilters = lazy(async () => ({ default: (await import("./more-filters")).MoreFilters }));

const severityOptions = [...severities].reverse().map((value) => ({ value, label: labelOf(value) }));
const dueOptions = duePeriods.map((value) => ({ value, label: dueLabel(value) }));

/** The common filters of the queue, and the others on demand (`f`). */
export function QueueFilters({ queue, aside }: { queue: Queue; aside: ReactNode }) {
  const { filters, change, active, clear, list, me } = queue;
  const [opened, setOpened] = useState(() => hasMoreFilters(filters));
  const [byKey, setByKey] = useState(false);
  const more = useRef<HTMLDivElement>(null);
  const options = useFilterOptions({ rows: list.rows, chosen: filters, me });

  useShortcuts([
    {
      keys: "f",
      label: "Show all filters",
      run: () => {
        setByKey(true);
        setOpened(true);
        more.current?.querySelector("button")?.focus();
      },
    },
  ]);

  return (
    <FilterBar active={active} onClear={clear} aside={aside}>
      <FilterText label="Search provider or host" value={filters.q} onChange={(q) => change({ q })} />
      <FilterSelect
        label="Severity"
        options={severityOptions}
        value={filters.severity}
        onChange={(severity) => change({ severity: severity as typeof filters.severity })}
      />
      <FilterSelect
        label="Due"
        options={dueOptions}
        value={filters.due}
        onChange={(due) => change({ due: due as typeof filters.due })}
      />
      <FilterSelect
        label="Assignee"
        options={options.assignedTo}
        value={filters.assignedTo}
        onChange={(assignedTo) => change({ assignedTo })}
        other={{ label: "E-mail address", isValid: isAddress }}
      />
      <FilterSelect
        label="Provider"
        options={options.provider}
        value={filters.provider}
        onChange={(provider) => change({ provider })}
        other={{ label: "Other provider" }}
      />
      <FilterSelect
        label="Department"
        options={options.department}
        value={filters.department}
        onChange={(department) => change({ department })}
        other={{ label: "Other department" }}
      />
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconFilter size={14} aria-hidden="true" />}
        aria-expanded={opened}
        onClick={() => {
          setByKey(false);
          setOpened(!opened);
        }}
      >
        {opened ? "Fewer filters" : "More filters"}
      </Button>
      {opened && (
        <div ref={more} className={styles.more}>
          <Suspense>
            <MoreFilters filters={filters} onChange={change} takesFocus={byKey} />
          </Suspense>
        </div>
      )}
    </FilterBar>
  );
}

interface Known {
  rows: readonly ShadowAiDetection[];
  /** The current choices, which stay among the options. */
  chosen: { provider: string | null; department: string | null; assignedTo: string | null };
  me: string;
}

/** The filter options that come from the organisation's detections and settings. */
function useFilterOptions({ rows, chosen, me }: Known) {
  const stats = useRead<ShadowAiStats>(keys.stats(), "/v1/shadow-ai/stats");
  const settings = useRead<SettingsDocument>(keys.shadowAiSettings(), "/v1/shadow-ai/settings");
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
      { value: "none", label: "Unassigned" },
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
