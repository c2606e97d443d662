"use client";

import { Radio, Select, Stack } from "@mantine/core";
import { type FrameworkId, frameworkIds } from "@/lib/evidence/vocabulary";
import { frameworks } from "./framework-names";
import type { RequestForm } from "./request-form";
import { useEvidenceModels } from "./use-evidence-models";

export interface StepProps {
  form: RequestForm;
  set: (change: Partial<RequestForm>) => void;
}

/** For which framework, about which model. */
export function ScopeStep({ form, set }: StepProps) {
  const { models, ownOnly } = useEvidenceModels();
  return (
    <Stack>
      <Radio.Group
        label="Framework"
        value={form.framework}
        onChange={(framework) => set({ framework: framework as FrameworkId, sections: null })}
      >
        <Stack gap="xs" mt="xs">
          {frameworkIds.map((id) => (
            <Radio key={id} value={id} label={frameworks[id].name} description={frameworks[id].issuer} />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label="Model"
        searchable
        required
        placeholder="Which model is it about"
        nothingFoundMessage="No such model"
        {...(ownOnly && { description: "Your role prepares evidence of the models that carry your address" })}
        data={models}
        value={form.modelId}
        onChange={(modelId) => set({ modelId })}
      />
    </Stack>
  );
}
