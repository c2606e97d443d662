"use client";

import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Suspense } from "react";
import { lazily, useOverlay } from "@/components/ui/overlay/use-overlay";
import styles from "./filters.module.css";
import type { OtherProps } from "./other-value";

const filterOptions = lazily(async () => (await import("./filter-options")).FilterOptions);

export interface FilterOption {
  value: string;
  label: string;
  count?: number;
}

interface CommonProps {
  label: string;
  options: readonly FilterOption[];
}

interface OneProps extends CommonProps {
  multiple?: false;
  value: string | null;
  onChange: (value: string | null) => void;
  /** A value that is not among the options can be written. */
  other?: OtherProps;
}

interface ManyProps extends CommonProps {
  multiple: true;
  value: readonly string[] | null;
  onChange: (value: string[] | null) => void;
}

/** A filter by choice: one of some, or several. Its button says what is chosen. */
export function FilterSelect(props: OneProps | ManyProps) {
  const { label, options } = props;
  const { button, overlay } = useOverlay("dialog", filterOptions.preload);
  const chosen = props.multiple ? (props.value ?? []) : props.value === null ? [] : [props.value];

  function choose(value: string): void {
    if (!props.multiple) {
      props.onChange(chosen.includes(value) ? null : value);
      overlay?.onChange(false);
      return;
    }
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    // In the order of the options, so that the same choice is the same URL.
    const ordered = options.map((option) => option.value).filter((one) => next.includes(one));
    props.onChange(ordered.length > 0 ? ordered : null);
  }

  return (
    <>
      <Button
        {...button}
        variant="default"
        size="xs"
        className={styles.choice ?? ""}
        data-set={chosen.length > 0 || undefined}
        rightSection={<IconChevronDown size={13} aria-hidden="true" />}
      >
        {label}
        <span className={styles.chosen}>{summaryOf(chosen, options)}</span>
      </Button>
      <Suspense>
        {overlay && (
          <filterOptions.Lazy
            {...overlay}
            label={label}
            options={options}
            chosen={chosen}
            multiple={props.multiple === true}
            other={props.multiple ? undefined : props.other}
            onChoose={choose}
            onClear={() => props.onChange(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function summaryOf(chosen: readonly string[], options: readonly FilterOption[]): string {
  const [first] = chosen;
  if (first === undefined) return "";
  const label = options.find(({ value }) => value === first)?.label ?? first;
  return chosen.length === 1 ? `: ${label}` : `: ${label} +${chosen.length - 1}`;
}
