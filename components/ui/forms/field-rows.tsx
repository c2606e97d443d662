"use client";

import { ActionIcon, Button, Fieldset, Text } from "@mantine/core";
import type { FormArrayElement, UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { terms } from "@/components/ui/terms";
import styles from "./field-rows.module.css";

interface FieldRowsProps<Form> {
  form: UseFormReturnType<Form>;
  /** The member of the form that holds the rows, and the values of a new one. */
  path: keyof Form & string;
  empty: FormArrayElement<Form, keyof Form & string>;
  legend: string;
  note?: string;
  /** Completes "Add" and "Remove": "host". */
  noun: string;
  /** A row in one line, for narrow screens. Its fields appear when the user edits it. */
  summaryOf: (row: FormArrayElement<Form, keyof Form & string>) => string;
  readOnly?: boolean;
  /** The fields of the row at a path such as `hosts.0`. */
  children: (path: string) => ReactNode;
}

/** Rows of fields that the user can add and remove, below one row of labels on wide screens. */
export function FieldRows<Form>({ form, path, empty, legend, note, noun, readOnly, ...row }: FieldRowsProps<Form>) {
  const rows = form.getValues()[path] as readonly FormArrayElement<Form, keyof Form & string>[];
  const [opened, setOpened] = useState<readonly number[]>([]);
  const others = (index: number) => opened.filter((one) => one !== index);

  function remove(index: number): void {
    form.removeListItem(path, index);
    setOpened(others(index).map((one) => (one > index ? one - 1 : one)));
  }

  function add(): void {
    form.insertListItem(path, empty);
    setOpened([...opened, rows.length]);
  }

  return (
    <Fieldset legend={legend}>
      {note && (
        <Text size="xs" c="dimmed" mb="xs">
          {note}
        </Text>
      )}
      {rows.map((value, index) => {
        const isOpen = opened.includes(index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no ID.
          <div key={index} className={styles.row} data-open={isOpen || readOnly || undefined}>
            {!readOnly && (
              <div className={styles.summary}>
                <span>{row.summaryOf(value)}</span>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`${isOpen ? terms.done : terms.edit}: ${noun} ${index + 1}`}
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? others(index) : [...opened, index])}
                >
                  {isOpen ? terms.done : terms.edit}
                </Button>
              </div>
            )}
            <div className={styles.fields}>{row.children(`${path}.${index}`)}</div>
            {!readOnly && (
              <ActionIcon
                className={styles.remove ?? ""}
                aria-label={`Remove ${noun} ${index + 1}`}
                onClick={() => remove(index)}
              >
                <IconTrash size={16} aria-hidden="true" />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {!readOnly && (
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={add}>
          Add {noun}
        </Button>
      )}
    </Fieldset>
  );
}
