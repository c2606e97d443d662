"use client";

import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { FilterBar } from "@/components/ui/filters/filter-bar";
import { FilterDates } from "@/components/ui/filters/filter-dates";
import { type FilterOption, FilterSelect } from "@/components/ui/filters/filter-select";
import { FilterText } from "@/components/ui/filters/filter-text";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { terms } from "@/components/ui/terms";
import { duePeriods, resolutions, riskFactorCodes, serviceCategories, severities } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { moneyText, percentText } from "@/lib/platform/client/format";
import { isAddress } from "../filters";
import { filterLabels, hasMoreFilters } from "../labels";
import { common } from "../texts/common";
import { queueFilters as texts } from "../texts/queue";
import styles from "./queue.module.css";
import type { Queue } from "./use-queue";

const confidences = [0.5, 0.75, 0.9, 0.95];
const costs = [10, 100, 1_000, 10_000];

/** The common filters of the queue, and the others on demand (`f`). */
export function QueueFilters({ queue, aside }: { queue: Queue; aside: ReactNode }) {
  const { filters, change, active, clear } = queue;
  const [opened, setOpened] = useState(() => hasMoreFilters(filters));
  const more = useRef<HTMLFieldSetElement>(null);
  const known = useKnownValues(queue);

  useShortcuts([
    {
      keys: "f",
      label: texts.showAllFilters,
      run: () => {
        flushSync(() => setOpened(true));
        more.current?.querySelector("button")?.focus();
      },
    },
  ]);

  /** A selection with a label for each value. */
  const choice = (name: Labelled, values: readonly string[], other?: { label: string }) => {
    const { label, labelOf } = filterLabels[name];
    const options = values.map((value) => ({ value, label: labelOf(value) }));
    return select(name, label, options, other);
  };
  const select = (name: Labelled, label: string, options: FilterOption[], other?: { label: string }) => (
    <FilterSelect
      label={label}
      options={options}
      value={filters[name]}
      onChange={(value) => change({ [name]: value })}
      {...(other && { other })}
    />
  );
  const minimum = (
    name: "minConfidence" | "minCostUSD",
    label: string,
    steps: readonly number[],
    text: (value: number) => string,
  ) => {
    const chosen = filters[name];
    const values = [...new Set(chosen === null ? steps : [...steps, chosen])].sort((one, two) => one - two);
    return (
      <FilterSelect
        label={label}
        options={values.map((value) => ({ value: String(value), label: texts.atLeast(text(value)) }))}
        value={chosen === null ? null : String(chosen)}
        onChange={(value) => change({ [name]: value === null ? null : Number(value) })}
      />
    );
  };

  return (
    <FilterBar active={active} onClear={clear} aside={aside}>
      <FilterText
        label={texts.searchProviderOrHost}
        placeholder={texts.providerOrHost}
        value={filters.q}
        onChange={(q) => change({ q })}
      />
      {choice("severity", severities.toReversed())}
      <div className={styles.ifRoom} data-first>
        {choice("due", duePeriods)}
        {select("assignedTo", common.assignee, known.assignees, otherAddress)}
      </div>
      <div className={styles.ifRoom}>
        {select("provider", terms.provider, known.providers, { label: texts.otherProvider })}
        {select("department", terms.department, known.departments, { label: texts.otherDepartment })}
      </div>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconFilter size={14} aria-hidden="true" />}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {opened ? texts.fewerFilters : texts.moreFilters}
      </Button>
      {opened && (
        <fieldset ref={more} className={styles.more}>
          <legend className="visually-hidden">{texts.moreFilters}</legend>
          {choice("resolution", resolutions)}
          {choice("category", serviceCategories)}
          {choice("factor", riskFactorCodes)}
          <FilterDates label={common.detected} from={filters.from} to={filters.to} onChange={change} />
          {minimum("minConfidence", common.confidence, confidences, percentText)}
          {minimum("minCostUSD", texts.cost, costs, moneyText)}
        </fieldset>
      )}
    </FilterBar>
  );
}

type Labelled = "severity" | "due" | "assignedTo" | "provider" | "department" | "resolution" | "category" | "factor";

const otherAddress = { label: terms.email, isValid: isAddress };

/** The values that come from the organisation's detections and settings. The current choices stay among them. */
function useKnownValues({ list: { rows }, filters, me }: Queue) {
  const stats = useRead<ShadowAiStats>(keys.stats(), "/v1/shadow-ai/stats", { meta: supplement });
  const settings = useRead<SettingsDocument>(keys.shadowAiSettings(), "/v1/shadow-ai/settings", {
    meta: supplement,
  });
  const counts = new Map(stats.data?.providers.map(({ name, detections }) => [name, detections]));
  const departments = settings.data?.departments.map(({ name }) => name) ?? [];
  const names = new Map(rows.map(({ assignedTo, assigneeName }) => [assignedTo, assigneeName]));
  const others = [...rows.map(({ assignedTo }) => assignedTo), filters.assignedTo];
  return {
    providers: optionsOf(
      [...counts.keys(), ...rows.map(({ details }) => details.aiProvider), filters.provider],
      counts,
    ),
    departments: optionsOf([...departments, ...rows.map(({ details }) => details.departmentHint), filters.department]),
    assignees: [
      { value: "me", label: texts.me },
      { value: "none", label: common.unassigned },
      ...optionsOf(others.filter((value) => value !== me && value !== "me" && value !== "none")).map((option) => {
        const name = names.get(option.value);
        return name ? { ...option, label: `${name} (${option.value})` } : option;
      }),
    ],
  };
}

function optionsOf(values: readonly (string | null)[], counts?: ReadonlyMap<string, number>): FilterOption[] {
  const known = new Set(values.flatMap((value) => value || []));
  return [...known]
    .sort((one, other) => one.localeCompare(other))
    .map((value) => {
      const count = counts?.get(value);
      return { value, label: value, ...(count !== undefined && { count }) };
    });
}
