"use client";

import { Button, Checkbox } from "@mantine/core";
import styles from "./credentials.module.css";

export interface ChoiceGroup<Value extends string> {
  label: string;
  choices: readonly { value: Value; text: string }[];
}

interface ChoiceGroupsProps<Value extends string> {
  legend: string;
  description?: string;
  groups: readonly ChoiceGroup<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  /** Shows a button that selects all choices. */
  withAll?: boolean;
  error?: string | undefined;
}

/** Checkboxes with descriptions, by group. Selected values are in the order of the groups. */
export function ChoiceGroups<Value extends string>(props: ChoiceGroupsProps<Value>) {
  const { legend, description, groups, value, onChange, withAll = false, error } = props;
  const all = groups.flatMap(({ choices }) => choices.map((choice) => choice.value));

  function toggle(one: Value): void {
    const next = value.includes(one) ? value.filter((other) => other !== one) : [...value, one];
    onChange(all.filter((other) => next.includes(other)));
  }

  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {description && <p className={styles.hint}>{description}</p>}
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
      {withAll && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => onChange(value.length === all.length ? [] : all)}
          className={styles.all ?? ""}
        >
          {value.length === all.length ? "Clear all" : "Select all"}
        </Button>
      )}
      <div className={styles.groups}>
        {groups.map((group) => (
          <fieldset key={group.label} className={styles.group}>
            <legend>{group.label}</legend>
            {group.choices.map((choice) => (
              <Checkbox
                key={choice.value}
                label={<code>{choice.value}</code>}
                description={choice.text}
                checked={value.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
