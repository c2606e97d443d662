"use client";

import { ActionIcon, Button, Fieldset, PasswordInput, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useModelChoices, useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { RecordDialog, type RecordVersion } from "@/components/ui/credentials/record-dialog";
import { fieldsOf } from "@/components/ui/forms/fields";
import { NumberField } from "@/components/ui/forms/number-field";
import { terms } from "@/components/ui/terms";
import { type IntegrationKind, integrationKinds } from "@/lib/domains/integrations/enums";
import type { CreatedIntegration, Integration } from "@/lib/domains/integrations/schemas";
import {
  atFormRows,
  entriesOf,
  formOf,
  type IntegrationForm,
  problemsOf,
  toCreation,
  toUpdate,
} from "./integration-form";
import styles from "./integrations.module.css";
import { productLabels } from "./labels";
import { ReceiverUrl, SetupSteps } from "./setup-steps";
import { common, integrationDialog as texts } from "./texts";

export function IntegrationDialog(props: RecordVersion<Integration> & { onClose: () => void }) {
  const { record: integration } = props;
  const names = useModelNames();
  return (
    <RecordDialog<IntegrationForm, CreatedIntegration>
      noun={texts.integration}
      version={props}
      values={formOf(integration)}
      validate={problemsOf}
      entriesOf={(form) => entriesOf(form, names)}
      title={(created) => {
        if (created) return texts.connectNamed(productLabels[created.kind].name);
        return integration ? texts.editNamed(integration.name) : common.addIntegration;
      }}
      path="/v1/integrations"
      href="/integrations"
      invalidates={keys.integrations.all()}
      toCreation={toCreation}
      toUpdate={toUpdate}
      secret={{
        label: common.secret,
        of: ({ secret }) => secret,
        advice: ({ kind, receiverUrl }) => (
          <>
            Add a webhook in {productLabels[kind].name} with this URL and secret:
            <div>
              <ReceiverUrl url={receiverUrl} />
            </div>
          </>
        ),
        steps: (created) => <SetupSteps integration={created} />,
      }}
      onClose={props.onClose}
    >
      {(form, errors) => (
        <IntegrationFields
          form={form}
          errors={atFormRows(errors, form.values.models)}
          isNew={!integration}
          hasToken={Boolean(integration?.ticketSettings)}
        />
      )}
    </RecordDialog>
  );
}

interface FieldsProps {
  form: UseFormReturnType<IntegrationForm>;
  /** By path in the form: `models.0.match`. */
  errors: Record<string, string>;
}

function IntegrationFields({ form, errors, isNew, hasToken }: FieldsProps & { isNew: boolean; hasToken: boolean }) {
  const field = fieldsOf(form, errors);
  return (
    <>
      {isNew && (
        <Radio.Group
          label={common.product}
          value={form.values.kind}
          onChange={(kind) => form.setFieldValue("kind", kind as IntegrationKind)}
        >
          <Stack gap="xs" mt="xs">
            {integrationKinds.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={productLabels[kind].name}
                description={productLabels[kind].summary}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <TextInput
        label={terms.name}
        required
        data-autofocus
        placeholder={texts.namePlaceholder}
        maxLength={200}
        autoComplete="off"
        {...field("name")}
      />
      <ModelRules form={form} errors={errors} />
      {form.values.kind !== "MLFLOW" && (
        <TicketFields form={form} errors={errors} kind={form.values.kind} hasToken={hasToken} />
      )}
      <NumberField
        label={common.reportDisconnectedAfter}
        description={texts.reportDisconnectedAfterDescription}
        allowDecimal={false}
        {...field("silentAfterHours")}
      />
    </>
  );
}

interface TicketFieldsProps extends FieldsProps {
  kind: "GITHUB" | "JIRA";
  /** Whether a token is stored. */
  hasToken: boolean;
}

/** Where tickets are created from detections. */
function TicketFields({ form, errors, kind, hasToken }: TicketFieldsProps) {
  const field = fieldsOf(form, errors);
  const labels = texts.tickets[kind];
  return (
    <Fieldset legend={common.tickets}>
      <Text size="xs" c="dimmed" mb="xs">
        {labels.description}
      </Text>
      <TextInput
        label={texts.createIssuesIn}
        placeholder={labels.projectExample}
        autoComplete="off"
        {...field("tickets.project")}
      />
      <TextInput
        label={labels.baseUrl}
        placeholder={labels.baseUrlExample}
        autoComplete="off"
        {...field("tickets.baseUrl")}
      />
      {kind === "JIRA" && (
        <>
          <TextInput label={texts.issueType} placeholder="Task" autoComplete="off" {...field("tickets.issueType")} />
          <TextInput label={terms.email} type="email" autoComplete="off" {...field("tickets.email")} />
        </>
      )}
      <PasswordInput
        label={texts.apiToken}
        {...(hasToken && { description: texts.tokenKept })}
        autoComplete="off"
        {...field("tickets.token")}
      />
    </Fieldset>
  );
}

/** The rules that assign the product's objects to governed models, and the default model. */
function ModelRules({ form, errors }: FieldsProps) {
  const field = fieldsOf(form, errors);
  const { kind, models, defaultModelId } = form.values;
  const { choices, field: modelField } = useModelChoices(
    [...models.map(({ modelId }) => modelId), defaultModelId].filter((id) => id !== null),
  );
  const { match, matchExample } = productLabels[kind];
  const choice = { clearable: true, data: choices };
  return (
    <Fieldset legend={terms.models}>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.firstMatchingRule}
      </Text>
      {models.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules are edited in place and have no ID.
        <div key={index} className={styles.rule}>
          <TextInput
            label={match}
            placeholder={matchExample}
            autoComplete="off"
            spellCheck={false}
            {...field(`models.${index}.match`)}
          />
          <Select
            label={terms.model}
            placeholder={terms.selectModel}
            {...choice}
            {...field(`models.${index}.modelId`)}
            {...modelField}
          />
          <ActionIcon aria-label={texts.removeRule(index)} onClick={() => form.removeListItem("models", index)}>
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
        {texts.addRule}
      </Button>
      <Select
        label={common.defaultModel}
        description={texts.defaultModelDescription}
        mt="sm"
        {...choice}
        placeholder={common.notRecorded}
        {...field("defaultModelId")}
        {...modelField}
      />
    </Fieldset>
  );
}
