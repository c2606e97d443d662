"use client";

import { ActionIcon, Button, Fieldset, Text } from "@mantine/core";
import type { FormArrayElement, UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
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
  readOnly?: boolean;
  /** The fields of the row at a path such as `hosts.0`. */
  children: (path: string) => ReactNode;
}

/** Rows of fields that the user can add and remove, below one row of labels on wide screens. */
export function FieldRows<Form>({ form, path, empty, legend, note, noun, readOnly, children }: FieldRowsProps<Form>) {
  const rows = form.getValues()[path] as readonly unknown[];
  return (
    <Fieldset legend={legend}>
      {note && (
        <Text size="xs" c="dimmed" mb="xs">
          {note}
        </Text>
      )}
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place and have no ID.
        <div key={index} className={styles.row}>
          <div className={styles.fields}>{children(`${path}.${index}`)}</div>
          {!readOnly && (
            <ActionIcon
              className={styles.remove ?? ""}
              aria-label={`Remove ${noun} ${index + 1}`}
              onClick={() => form.removeListItem(path, index)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => form.insertListItem(path, empty)}
        >
          Add {noun}
        </Button>
      )}
    </Fieldset>
  );
}
