"use client";

import { Fragment, type ReactNode } from "react";
import { FilterBar } from "./filter-bar";
import { FilterSelect } from "./filter-select";
import { FilterText } from "./filter-text";
import { activeFilters, type FilterLabels, type FilterValue } from "./filters";

type TextOf<Value> =
  NonNullable<Value> extends readonly (infer One)[]
    ? One
    : NonNullable<Value> extends string
      ? NonNullable<Value>
      : string;

/** A filter: a selection if it has options, otherwise a text. */
interface FilterField<Value> {
  label: string;
  /** The label of a value. */
  labelOf?(value: TextOf<Value>): string;
  options?: readonly TextOf<Value>[];
  /** The value of an option, if it is not a string. */
  parse?: (option: string) => Value;
  placeholder?: string;
  /** Replaces the selection or the text. Null for a filter that only has a chip. */
  control?: ReactNode;
}

export type FilterFields<Filters> = { [Name in keyof Filters]?: FilterField<Filters[Name]> };

export interface ListFiltersProps<Filters> {
  filters: Filters;
  set: (change: Partial<{ [Name in keyof Filters]: Filters[Name] | null }>) => void;
  clear: () => void;
  fields: FilterFields<Filters>;
  /** Content next to the filters, such as saved views. */
  aside?: ReactNode;
}

/** The filters of a list, in the order of `fields`, and the active ones as chips. */
export function ListFilters<Filters extends { [Name in keyof Filters]: FilterValue }>({
  filters,
  set,
  clear,
  fields,
  aside,
}: ListFiltersProps<Filters>) {
  const names = Object.keys(fields) as (keyof Filters & string)[];
  return (
    <FilterBar active={activeFilters(filters, fields as FilterLabels<Filters>, set)} onClear={clear} aside={aside}>
      {names.map((name) => {
        const field = fields[name] as FilterField<string> | undefined;
        const { label = name, labelOf, options, parse, placeholder, control } = field ?? {};
        if (control !== undefined) return <Fragment key={name}>{control}</Fragment>;
        const common = {
          label,
          value: filters[name] === null || filters[name] === undefined ? null : String(filters[name]),
          onChange: (chosen: string | null) =>
            set({ [name]: chosen !== null && parse ? parse(chosen) : chosen } as Parameters<typeof set>[0]),
        };
        if (!options) return <FilterText key={name} {...common} placeholder={placeholder} />;
        const labelled = options.map((option) => ({ value: option, label: labelOf?.(option) ?? option }));
        return <FilterSelect key={name} {...common} options={labelled} />;
      })}
    </FilterBar>
  );
}
