"use client";

import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { AnchoredPopover } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { countText } from "@/lib/platform/client/format";
import type { FilterOption } from "./filter-select";
import styles from "./filters.module.css";
import { type OtherProps, OtherValue } from "./other-value";

interface FilterOptionsProps extends OverlayProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  multiple: boolean;
  other: OtherProps | undefined;
  onChoose: (value: string) => void;
  onClear: () => void;
}

/** What opens at a filter by choice. */
export function FilterOptions({ options, chosen, multiple, other, onChoose, onClear, ...overlay }: FilterOptionsProps) {
  return (
    <AnchoredPopover {...overlay} position="bottom-start" className={styles.dropdown}>
      <OptionList
        label={overlay.label}
        options={options}
        chosen={chosen}
        multiple={multiple}
        onChoose={onChoose}
        onClear={onClear}
      />
      {other && <OtherValue {...other} onChoose={onChoose} />}
    </AnchoredPopover>
  );
}

interface OptionListProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  multiple: boolean;
  onChoose: (value: string) => void;
  onClear: () => void;
}

/** From this many options on, they can be searched. */
const manyOptions = 9;

/** The options of a filter, as checkboxes or as one choice. */
export function OptionList({ label, options, chosen, multiple, onChoose, onClear }: OptionListProps) {
  const name = useId();
  const [search, setSearch] = useState("");
  const found = options.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div className={styles.optionBox}>
      {options.length >= manyOptions && (
        <TextInput
          size="xs"
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <fieldset className={styles.options}>
        <legend className="visually-hidden">{label}</legend>
        {found.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type={multiple ? "checkbox" : "radio"}
              name={name}
              checked={chosen.includes(option.value)}
              onChange={() => onChoose(option.value)}
            />
            <span className={styles.optionLabel}>{option.label}</span>
            {option.count !== undefined && <span className={styles.count}>{countText(option.count)}</span>}
          </label>
        ))}
        {found.length === 0 && <p className={styles.nothing}>No matches</p>}
      </fieldset>
      {chosen.length > 0 && (
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear
        </button>
      )}
    </div>
  );
}
