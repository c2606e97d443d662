"use client";

import { useEffect, useRef } from "react";
import { FilterDates } from "@/components/ui/filters/filter-dates";
import { FilterSelect } from "@/components/ui/filters/filter-select";
import { statusLabel } from "@/components/ui/values/status-badge";
import { resolutions, riskFactorCodes, serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { moneyText, percentText } from "@/lib/platform/client/format";
import type { QueueChange, QueueFilters } from "../filters";
import { categoryLabel, factorLabel } from "../labels";
import styles from "./queue.module.css";

const resolutionOptions = resolutions.map((value) => ({ value, label: statusLabel("resolution", value) }));
const categoryOptions = serviceCategories.map((value) => ({ value, label: categoryLabel(value) }));
const factorOptions = riskFactorCodes.map((value) => ({ value, label: factorLabel(value) }));
const confidences = [0.5, 0.75, 0.9, 0.95];
const costs = [10, 100, 1_000, 10_000];

interface MoreFiltersProps {
  filters: QueueFilters;
  onChange: (change: QueueChange) => void;
  /** Whether they were opened by keyboard and take the focus. */
  takesFocus: boolean;
}

export function MoreFilters({ filters, onChange, takesFocus }: MoreFiltersProps) {
  const group = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    if (takesFocus) group.current?.querySelector("button")?.focus();
  }, [takesFocus]);

  return (
    <fieldset ref={group} className={styles.rare}>
      <legend className="visually-hidden">More filters</legend>
      <FilterSelect
        label="Resolution"
        options={resolutionOptions}
        value={filters.resolution}
        onChange={(resolution) => onChange({ resolution: resolution as QueueFilters["resolution"] })}
      />
      <FilterSelect
        label="Category"
        options={categoryOptions}
        value={filters.category}
        onChange={(category) => onChange({ category: category as QueueFilters["category"] })}
      />
      <FilterSelect
        label="Risk factor"
        options={factorOptions}
        value={filters.factor}
        onChange={(factor) => onChange({ factor: factor as QueueFilters["factor"] })}
      />
      <FilterDates label="Detected" from={filters.from} to={filters.to} onChange={onChange} />
      <FilterSelect
        label="Confidence"
        options={minimumOptions(confidences, filters.minConfidence, percentText)}
        value={textOf(filters.minConfidence)}
        onChange={(value) => onChange({ minConfidence: numberOf(value) })}
      />
      <FilterSelect
        label="Cost"
        options={minimumOptions(costs, filters.minCostUSD, moneyText)}
        value={textOf(filters.minCostUSD)}
        onChange={(value) => onChange({ minCostUSD: numberOf(value) })}
      />
    </fieldset>
  );
}

function minimumOptions(steps: readonly number[], chosen: number | null, labelOf: (value: number) => string) {
  const all = chosen === null || steps.includes(chosen) ? steps : [...steps, chosen].sort((one, other) => one - other);
  return all.map((value) => ({ value: String(value), label: `At least ${labelOf(value)}` }));
}

function textOf(value: number | null): string | null {
  return value === null ? null : String(value);
}

function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}
