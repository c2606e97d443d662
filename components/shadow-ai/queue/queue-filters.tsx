"use client";

import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { FilterText } from "@/components/filters/filter-text";
import { useShortcuts } from "@/components/keyboard/use-shortcuts";
import { wordsOf } from "@/lib/client/format";
import { duePeriods, severities } from "@/lib/shadow-ai/vocabulary";
import { isAddress } from "../filters";
import { dueWord, hasRareFilter } from "./filter-words";
import styles from "./queue.module.css";
import { useFilterOptions } from "./use-filter-options";
import type { Queue } from "./use-queue";

const MoreFilters = lazy(async () => ({ default: (await import("./more-filters")).MoreFilters }));

const severityOptions = [...severities].reverse().map((value) => ({ value, label: wordsOf(value) }));
const dueOptions = duePeriods.map((value) => ({ value, label: dueWord(value) }));

/** The filters of the queue: those that are used daily, and the others on demand (`f`). */
export function QueueFilters({ queue, aside }: { queue: Queue; aside: ReactNode }) {
  const { filters, change, active, clear, list, me } = queue;
  const [opened, setOpened] = useState(() => hasRareFilter(filters));
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
        other={{ label: "Another provider" }}
      />
      <FilterSelect
        label="Department"
        options={options.department}
        value={filters.department}
        onChange={(department) => change({ department })}
        other={{ label: "Another department" }}
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
