"use client";

import { AnchoredPopover } from "@/components/overlay/anchored";
import type { OverlayProps } from "@/components/overlay/use-overlay";
import type { FilterOption } from "./filter-select";
import styles from "./filters.module.css";
import { OptionList } from "./option-list";
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
