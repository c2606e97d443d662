"use client";

import { ActionIcon, Button, Fieldset, Select, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { errorAt } from "@/components/forms/error-at";
import { useModelChoices } from "@/components/models/use-model-choices";
import type { IntegrationForm } from "./integration-form";
import styles from "./integrations.module.css";
import { productWords } from "./product-words";

interface ModelRulesProps {
  form: UseFormReturnType<IntegrationForm>;
  /** By path, at the rows of the form: `models.0.match`. */
  errors: Record<string, string>;
}

/** Which of the product's things is which governed model, and what becomes of the rest. */
export function ModelRules({ form, errors }: ModelRulesProps) {
  const { kind, models, defaultModelId } = form.values;
  const { choices, isPending } = useModelChoices(
    [...models.map(({ modelId }) => modelId), defaultModelId].filter((id) => id !== null),
  );
  const words = productWords[kind];
  const choice = {
    searchable: true,
    clearable: true,
    placeholder: isPending ? "Loading models" : "Which model it is",
    nothingFoundMessage: "No such model",
    data: choices,
  };
  return (
    <Fieldset legend="Models">
      <Text size="xs" c="dimmed" mb="xs">
        The first rule that fits decides. With a * at its end a rule fits everything that begins so.
      </Text>
      {models.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules are edited in place and have no name of their own.
        <div key={index} className={styles.rule}>
          <TextInput
            label={words.match}
            placeholder={words.matchExample}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(`models.${index}.match`)}
            error={form.errors[`models.${index}.match`] ?? errorAt(errors, "models", index, "match")}
          />
          <Select
            label="Model"
            {...choice}
            {...form.getInputProps(`models.${index}.modelId`)}
            error={form.errors[`models.${index}.modelId`] ?? errorAt(errors, "models", index, "modelId")}
          />
          <ActionIcon aria-label={`Remove rule ${index + 1}`} onClick={() => form.removeListItem("models", index)}>
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => form.insertListItem("models", { match: "", modelId: null })}
      >
        Add a rule
      </Button>
      <Select
        label="Everything else"
        description="The model of what no rule fits. Empty: that is not recorded"
        mt="sm"
        {...choice}
        placeholder="Not recorded"
        {...form.getInputProps("defaultModelId")}
        error={errors.defaultModelId}
      />
    </Fieldset>
  );
}
