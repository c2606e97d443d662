"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { lazily } from "@/components/ui/overlay/use-overlay";
import { FilterButton } from "./filter-button";

const filterOptions = lazily(async () => (await import("./filter-options")).FilterOptions);

export interface FilterOption {
  value: string;
  label: string;
}

export interface OtherProps {
  /** The label of the field: "E-mail address". */
  label: string;
  isValid?: (text: string) => boolean;
}

interface CommonProps {
  label: string;
  options: readonly FilterOption[];
}

interface OneProps extends CommonProps {
  multiple?: false;
  value: string | null;
  onChange: (value: string | null) => void;
  /** Also allows a value that is not among the options. */
  other?: OtherProps;
}

interface ManyProps extends CommonProps {
  multiple: true;
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
}

/** A filter by one or more options. */
export function FilterSelect(props: OneProps | ManyProps) {
  const { label, options } = props;
  const chosen = props.multiple ? (props.value ?? []) : props.value === null ? [] : [props.value];

  function choose(value: string): void {
    const isChosen = chosen.includes(value);
    if (!props.multiple) {
      props.onChange(isChosen ? null : value);
      return;
    }
    // In the order of the options, so that the same selection has the same URL.
    const next = options.flatMap((option) =>
      (option.value === value ? !isChosen : chosen.includes(option.value)) ? option.value : [],
    );
    props.onChange(next.length > 0 ? next : null);
  }

  return (
    <FilterButton
      label={label}
      summary={summaryOf(chosen, options)}
      rightSection={<IconChevronDown size={13} aria-hidden="true" />}
      preload={filterOptions.preload}
    >
      {(overlay) => (
        <filterOptions.Lazy
          {...overlay}
          label={label}
          options={options}
          chosen={chosen}
          multiple={props.multiple === true}
          other={props.multiple ? undefined : props.other}
          onChoose={(value) => {
            choose(value);
            if (!props.multiple) overlay.onChange(false);
          }}
          onClear={() => props.onChange(null)}
        />
      )}
    </FilterButton>
  );
}

function summaryOf(chosen: readonly string[], options: readonly FilterOption[]): string {
  const [first] = chosen;
  if (first === undefined) return "";
  const label = options.find(({ value }) => value === first)?.label ?? first;
  return chosen.length === 1 ? label : `${label} +${chosen.length - 1}`;
}
