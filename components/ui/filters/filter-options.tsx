"use client";

import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { AnchoredPopover } from "@/components/ui/overlay/anchored";
import type { OverlayProps } from "@/components/ui/overlay/use-overlay";
import { menus as texts } from "@/components/ui/texts";
import type { FilterOption, OtherProps } from "./filter-select";
import styles from "./filters.module.css";

interface FilterOptionsProps extends OverlayProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  multiple: boolean;
  other: OtherProps | undefined;
  onChoose: (value: string) => void;
  onClear: () => void;
}

/** From this number of options, a search field is shown. */
const manyOptions = 9;

/** The dialog of a `FilterSelect`. */
export function FilterOptions(props: FilterOptionsProps) {
  const { options, chosen, multiple, other, onChoose, onClear, ...overlay } = props;
  const name = useId();
  const [search, setSearch] = useState("");
  const found = options.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <AnchoredPopover {...overlay} position="bottom-start" className={styles.dropdown}>
      {options.length >= manyOptions && (
        <TextInput
          size="xs"
          type="search"
          aria-label={`Search ${overlay.label.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <fieldset className="options">
        <legend className="visually-hidden">{overlay.label}</legend>
        {found.map((option) => (
          <label key={option.value}>
            <input
              type={multiple ? "checkbox" : "radio"}
              className="native-check"
              name={name}
              checked={chosen.includes(option.value)}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </label>
        ))}
        {found.length === 0 && (
          <p className={styles.quiet}>{options.length === 0 ? texts.noOptions : texts.noMatches}</p>
        )}
      </fieldset>
      {chosen.length > 0 && (
        <button type="button" className="text-button" onClick={onClear}>
          Clear
        </button>
      )}
      {other && <OtherValue {...other} onChoose={onChoose} />}
    </AnchoredPopover>
  );
}

/** A field for a filter value that is not among the options. */
function OtherValue({ label, isValid, onChoose }: OtherProps & { onChoose: (value: string) => void }) {
  const [typed, setTyped] = useState("");
  const value = typed.trim();
  const isUsable = value !== "" && isValid?.(value) !== false;
  return (
    <form
      className={styles.other}
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onChoose(value);
      }}
    >
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      <Button type="submit" size="xs" variant="default" disabled={!isUsable}>
        Apply
      </Button>
    </form>
  );
}
