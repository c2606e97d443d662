"use client";

import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { May } from "@/components/app/session";
import { useModelChoices } from "@/components/models/use-model-choices";
import type { ResolutionForm } from "./resolution-form";

interface ModelChoiceProps {
  form: ResolutionForm;
  set: (change: Partial<ResolutionForm>) => void;
}

/** The model that covers the use: one that is registered, or a new one by its name. */
export function ModelChoice({ form, set }: ModelChoiceProps) {
  const [isNew, setNew] = useState(false);
  const { choices, isPending } = useModelChoices();
  const change = (next: boolean) => {
    setNew(next);
    set({ modelId: null, modelName: "" });
  };
  return (
    <div>
      {isNew ? (
        <TextInput
          label="Name of the new model"
          required
          value={form.modelName}
          onChange={(event) => set({ modelName: event.currentTarget.value })}
        />
      ) : (
        <Select
          label="Model"
          required
          searchable
          placeholder={isPending ? "Loading models" : "Which model covers it"}
          nothingFoundMessage="No such model"
          data={choices}
          value={form.modelId}
          onChange={(modelId) => set({ modelId })}
        />
      )}
      <May permission="models:write">
        <Button variant="subtle" size="xs" mt={4} onClick={() => change(!isNew)}>
          {isNew ? "Choose a registered model" : "Register a new model"}
        </Button>
      </May>
    </div>
  );
}
