"use client";

import { ActionIcon, Button, Fieldset, NumberInput, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { errorAt } from "@/components/forms/error-at";
import styles from "./rules.module.css";
import type { RulesFormState } from "./rules-form";

interface DepartmentsProps {
  form: RulesFormState;
  errors: Record<string, string>;
  isReadOnly: boolean;
}

/** Which ranges of addresses are whose, and how much riskier a use by them is. */
export function Departments({ form, errors, isReadOnly }: DepartmentsProps) {
  return (
    <Fieldset legend="Departments">
      {form.values.departments.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: departments are edited in place and have no name of their own yet.
        <div key={index} className={styles.department}>
          <TextInput
            label="Name"
            {...form.getInputProps(`departments.${index}.name`)}
            error={errorAt(errors, "departments", index, "name")}
          />
          <TextInput
            label="Ranges, with commas"
            placeholder="10.20.0.0/16"
            {...form.getInputProps(`departments.${index}.ranges`)}
            error={errorAt(errors, "departments", index, "ranges")}
          />
          <NumberInput
            label="Sensitivity, 0 to 15"
            min={0}
            max={15}
            {...form.getInputProps(`departments.${index}.sensitivity`)}
          />
          {!isReadOnly && (
            <ActionIcon
              aria-label={`Remove department ${index + 1}`}
              onClick={() => form.removeListItem("departments", index)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => form.insertListItem("departments", { name: "", ranges: "", sensitivity: 0 })}
        >
          Add a department
        </Button>
      )}
    </Fieldset>
  );
}
