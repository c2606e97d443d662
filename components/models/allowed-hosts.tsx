"use client";

import { ActionIcon, Button, Fieldset, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { errorAt } from "@/components/forms/error-at";
import type { ModelForm } from "./model-form";
import styles from "./models.module.css";

interface AllowedHostsProps {
  form: UseFormReturnType<ModelForm>;
  /** By path, as the service names them: `allowedEndpoints.0.host`. */
  errors: Record<string, string>;
}

/** Where the model is reached: use of these hosts is no shadow AI. */
export function AllowedHosts({ form, errors }: AllowedHostsProps) {
  const { allowedEndpoints } = form.values;
  const errorOf = (index: number, field: string) => errorAt(errors, "allowedEndpoints", index, field);

  return (
    <Fieldset legend="Allowed hosts">
      <Text size="xs" c="dimmed" mb="xs">
        Use of these hosts is not shadow AI. Left empty, departments and ranges mean everybody.
      </Text>
      {allowedEndpoints.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hosts are edited in place and have no name of their own.
        <div key={index} className={styles.host}>
          <TextInput
            label="Host"
            placeholder="api.example.com"
            {...form.getInputProps(`allowedEndpoints.${index}.host`)}
            error={errorOf(index, "host")}
          />
          <TextInput
            label="Departments"
            placeholder="Risk, Finance"
            {...form.getInputProps(`allowedEndpoints.${index}.departments`)}
            error={errorOf(index, "departments")}
          />
          <TextInput
            label="Ranges"
            placeholder="10.20.0.0/16"
            {...form.getInputProps(`allowedEndpoints.${index}.ipRanges`)}
            error={errorOf(index, "ipRanges")}
          />
          <ActionIcon
            aria-label={`Remove host ${index + 1}`}
            onClick={() => form.removeListItem("allowedEndpoints", index)}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => form.insertListItem("allowedEndpoints", { host: "", departments: "", ipRanges: "" })}
      >
        Add a host
      </Button>
    </Fieldset>
  );
}
