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

/** One filter: a choice where it has options, else a text. */
interface FilterField<Value> {
  label: string;
  /** What a value is called, on its chip and among the options. */
  labelOf?(value: TextOf<Value>): string;
  options?: readonly TextOf<Value>[];
  /** The value of an option, where that is no text. */
  parse?: (option: string) => Value;
  placeholder?: string;
  /** Stands in the place of the choice or the text; null for a filter that is only a chip. */
  control?: ReactNode;
}

export type FilterFields<Filters> = { [Name in keyof Filters]?: FilterField<Filters[Name]> };

export interface ListFiltersProps<Filters> {
  filters: Filters;
  set: (change: Partial<{ [Name in keyof Filters]: Filters[Name] | null }>) => void;
  clear: () => void;
  fields: FilterFields<Filters>;
}

/** The filters of a list, in the order of `fields`, and those that are set as chips. */
export function ListFilters<Filters extends { [Name in keyof Filters]: FilterValue }>({
  filters,
  set,
  clear,
  fields,
}: ListFiltersProps<Filters>) {
  const names = Object.keys(fields) as (keyof Filters & string)[];
  return (
    <FilterBar active={activeFilters(filters, fields as FilterLabels<Filters>, set)} onClear={clear}>
      {names.map((name) => {
        const field = fields[name] as FilterField<string> | undefined;
        const { label = name, labelOf, options, parse, placeholder, control } = field ?? {};
        const value = filters[name] === null || filters[name] === undefined ? null : String(filters[name]);
        const choose = (chosen: string | null) =>
          set({ [name]: chosen !== null && parse ? parse(chosen) : chosen } as Parameters<typeof set>[0]);
        if (control !== undefined) return <Fragment key={name}>{control}</Fragment>;
        if (!options)
          return (
            <FilterText
              key={name}
              label={label}
              {...(placeholder && { placeholder })}
              value={value}
              onChange={choose}
            />
          );
        return (
          <FilterSelect
            key={name}
            label={label}
            value={value}
            onChange={choose}
            options={options.map((option) => ({ value: option, label: labelOf?.(option) ?? option }))}
          />
        );
      })}
    </FilterBar>
  );
}
