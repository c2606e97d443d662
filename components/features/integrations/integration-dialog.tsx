"use client";

import { ActionIcon, Button, Fieldset, NumberInput, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useModelChoices, useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import type { CreatedIntegration, Integration } from "@/lib/domains/integrations/schemas";
import { type IntegrationKind, integrationKinds } from "@/lib/domains/integrations/vocabulary";
import {
  atFormRows,
  formOf,
  type IntegrationForm,
  problemsOf,
  sayingsOf,
  toCreation,
  toUpdate,
} from "./integration-form";
import styles from "./integrations.module.css";
import { productWords } from "./labels";
import { ReceiverUrl, SetupSteps } from "./setup-steps";

interface IntegrationDialogProps {
  /** The integration to change; left out: a new one is made. */
  integration?: Integration;
  /** The version of it that was read, so that nobody else's change is overwritten. */
  etag?: string | null;
  onClose: () => void;
}

/** Makes an integration, and shows its secret once with what to do in the product; or changes one. */
export function IntegrationDialog({ integration, etag, onClose }: IntegrationDialogProps) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const names = useModelNames();
  const { form, headers, conflictOf } = useVersionedForm({ etag, values: formOf(integration), validate: problemsOf });

  const send = useSend<IntegrationForm, CreatedIntegration>({
    send: (values) => {
      if (integration) return api.patch(`/v1/integrations/${integration.id}`, toUpdate(values), { headers });
      const input = toCreation(values);
      return api.post("/v1/integrations", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.integrations.all()],
    success: ({ name }) => (integration ? `${name} was changed.` : undefined),
    errors: "form",
    onSuccess: () => integration && onClose(),
  });
  const errors = atFormRows(fieldErrors(send.error), form.values.models);
  const field = fieldsOf(form, errors);
  const conflict = conflictOf(send, (values) => sayingsOf(values, names));
  const created = integration ? undefined : send.data;
  const words = productWords[form.values.kind];

  return (
    <FormDialog
      title={created ? `Connect ${words.name}` : integration ? `Change ${integration.name}` : "Connect a product"}
      action={integration ? "Save" : "Create"}
      failure="The integration was not saved"
      problem={conflict}
      disabled={conflict !== null}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      locked={created !== undefined}
      result={
        created && (
          <NewSecret
            label="secret"
            value={created.secret}
            steps={<SetupSteps integration={created} />}
            onDone={() => {
              onClose();
              router.push(`/integrations/${created.id}`);
            }}
          >
            <strong>{created.name}</strong> receives at the URL
            <div>
              <ReceiverUrl url={created.receiverUrl} />
            </div>
            what {words.name} signs with the secret
          </NewSecret>
        )
      }
    >
      {!integration && (
        <Radio.Group
          label="Product"
          value={form.values.kind}
          onChange={(kind) => form.setFieldValue("kind", kind as IntegrationKind)}
        >
          <Stack gap="xs" mt="xs">
            {integrationKinds.map((kind) => (
              <Radio key={kind} value={kind} label={productWords[kind].name} description={productWords[kind].brings} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Models repository"
        maxLength={200}
        autoComplete="off"
        {...field("name")}
      />
      <ModelRules form={form} errors={errors} />
      <NumberInput
        label="Hours until its silence is told"
        description="So long without a delivery, and it counts as disconnected. Choose more than a weekend; empty: never"
        min={1}
        max={8_760}
        allowDecimal={false}
        {...field("silentAfterHours")}
      />
    </FormDialog>
  );
}

interface ModelRulesProps {
  form: UseFormReturnType<IntegrationForm>;
  /** By path, at the rows of the form: `models.0.match`. */
  errors: Record<string, string>;
}

/** Which of the product's things is which governed model, and what becomes of the rest. */
function ModelRules({ form, errors }: ModelRulesProps) {
  const field = fieldsOf(form, errors);
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
            {...field(`models.${index}.match`)}
          />
          <Select label="Model" {...choice} {...field(`models.${index}.modelId`)} />
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
        {...field("defaultModelId")}
      />
    </Fieldset>
  );
}
