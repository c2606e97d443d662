"use client";

import { Select, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import { useModelChoices } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import type { Model } from "@/lib/domains/models/schemas";
import type { TelemetryRule, TelemetrySource } from "@/lib/domains/opentelemetry/schemas";
import { common, ruleDialog as texts } from "./texts";

interface RuleForm {
  service: string;
  provider: string;
  model: string;
  /** Empty: a new model is registered. */
  modelId: string;
  name: string;
  isStored: boolean;
}

/** Creates a rule for a source, or an empty one, and registers its model if it is new. */
export function RuleDialog({ source, onClose }: { source?: TelemetrySource; onClose: () => void }) {
  const { choices, field: modelField } = useModelChoices();
  // Not registered again if only the rule fails.
  const registered = useRef<string>(undefined);
  const { service = "", provider = "", model = "" } = source ?? {};
  const form = useForm<RuleForm>({
    initialValues: { service, provider, model, modelId: "", name: model || service, isStored: false },
    validate: (values) => ({
      ...(`${values.service}${values.provider}${values.model}`.trim() === "" && {
        service: texts.enterName,
      }),
      ...(values.modelId === "" && values.name.trim() === "" && { name: terms.enterName }),
    }),
  });
  const send = useSend<RuleForm, TelemetryRule>({
    send: async (values) => {
      const modelId = values.modelId || registered.current || (await register(values)).id;
      if (values.modelId === "") registered.current = modelId;
      const names = { service: values.service.trim(), provider: values.provider.trim(), model: values.model.trim() };
      const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== ""));
      const contents = values.isStored ? "STORED" : "HASHED";
      return api.post<TelemetryRule>("/v1/telemetry/rules", { ...given, modelId, contents });
    },
    invalidates: [keys.telemetryRules.all(), keys.telemetrySources.all(), keys.models.all()],
    success: () => texts.success,
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title={source ? texts.registerASource : texts.newTelemetryRule}
      action={source ? common.register : texts.createRule}
      failure={texts.ruleNotCreated}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={terms.service} {...texts.service} data-autofocus {...field("service")} />
        <TextInput label={terms.provider} {...texts.provider} {...field("provider")} />
        <TextInput label={common.modelName} {...texts.model} {...field("model")} />
      </SimpleGrid>
      <Select
        label={common.registeredModel}
        data={[{ value: "", label: texts.registerANewModel }, ...choices]}
        allowDeselect={false}
        {...field("modelId")}
        {...modelField}
      />
      {form.values.modelId === "" && <TextInput label={texts.newModelName} required {...field("name")} />}
      <Switch
        label={texts.storePromptsAndCompletions}
        description={texts.storePromptsCompletionsDescription}
        {...form.getInputProps("isStored", { type: "checkbox" })}
      />
    </FormDialog>
  );
}

function register({ name, provider }: RuleForm): Promise<Model> {
  return api.post<Model>("/v1/models", { name: name.trim(), ...(provider.trim() && { provider: provider.trim() }) });
}
