"use client";

import { MultiSelect, NativeSelect, PasswordInput, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useModelField, useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { RecordDialog, type RecordVersion } from "@/components/ui/credentials/record-dialog";
import { fieldsOf } from "@/components/ui/forms/fields";
import { NumberField } from "@/components/ui/forms/number-field";
import { terms } from "@/components/ui/terms";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import type { AuditStream, CreatedAuditStream } from "@/lib/domains/audit-streams/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { entriesOf, formOf, problemsOf, type StreamForm, toInput } from "./stream-form";
import { common, streamDialog as texts } from "./texts";

export function StreamDialog(props: RecordVersion<AuditStream> & { onClose: () => void }) {
  const { record: stream } = props;
  const names = useModelNames();
  return (
    <RecordDialog<StreamForm, CreatedAuditStream>
      noun={texts.stream}
      version={props}
      values={formOf(stream)}
      validate={problemsOf}
      entriesOf={(form) => entriesOf(form, names)}
      title={(created) => (created ? texts.saveTheSigningSecret : stream ? texts.editStream : common.createStream)}
      path="/v1/audit-streams"
      href="/streams"
      invalidates={keys.streams.all()}
      toCreation={(form) => ({ ...toInput(form), from: form.from })}
      toUpdate={toInput}
      secret={{
        label: common.signingSecret,
        of: ({ signingSecret }) => signingSecret,
        advice: ({ url }) => (
          <>
            Use this secret to verify the signature of every batch sent to <code>{url}</code>. Reject batches with an
            invalid signature.
          </>
        ),
      }}
      onClose={props.onClose}
    >
      {(form, errors) => <StreamFields form={form} errors={errors} stream={stream} />}
    </RecordDialog>
  );
}

interface FieldsProps {
  form: UseFormReturnType<StreamForm>;
  /** The errors of the service, by path: `filter.modelIds[0]`. */
  errors: Record<string, string>;
}

function StreamFields({ form, errors, stream }: FieldsProps & { stream: AuditStream | undefined }) {
  const field = fieldsOf(form, errors);
  return (
    <>
      <TextInput
        label={terms.name}
        required
        data-autofocus
        placeholder={texts.namePlaceholder}
        maxLength={100}
        autoComplete="off"
        {...field("name")}
      />
      <TextInput
        label={common.url}
        type="url"
        required
        placeholder="https://splunk.example.com:8088/services/collector/raw"
        description={texts.urlDescription}
        autoComplete="off"
        spellCheck={false}
        {...field("url")}
      />
      <PasswordInput
        label={common.authorizationHeader}
        placeholder={
          stream?.hasAuthorization ? common.authorizationHeaderPlaceholder : texts.authorizationHeaderPlaceholder
        }
        description={texts.authorizationHeaderDescription}
        autoComplete="off"
        {...field("authorization")}
      />
      <FilterFields form={form} errors={errors} kept={stream?.filter.modelIds ?? []} />
      <BatchFields form={form} errors={errors} />
      {!stream && (
        <NativeSelect
          label={texts.startWith}
          data={[
            { value: "now", label: texts.newEventsOnly },
            { value: "beginning", label: texts.firstEvent },
          ]}
          {...form.getInputProps("from")}
        />
      )}
    </>
  );
}

/** `kept`: models that are already selected; they stay listed even if they cannot be loaded. */
function FilterFields({ form, errors, kept }: FieldsProps & { kept: string[] }) {
  const field = fieldsOf(form, errors);
  const names = useModelNames();
  const modelField = useModelField();
  const models = [...new Set([...names.keys(), ...kept])];
  return (
    <>
      <MultiSelect
        label={common.eventTypes}
        placeholder={form.values.eventTypes.length === 0 ? texts.eventTypesPlaceholder : ""}
        data={eventTypes.map((value) => ({ value, label: labelOf(value) }))}
        clearable
        clearButtonProps={{ "aria-label": texts.clearEventTypes }}
        {...field("eventTypes", { sentAs: "filter.eventTypes" })}
      />
      <MultiSelect
        label={terms.models}
        placeholder={form.values.modelIds.length === 0 ? texts.modelsPlaceholder : ""}
        clearable
        hidePickedOptions
        maxValues={100}
        clearButtonProps={{ "aria-label": texts.clearModels }}
        data={models.map((value) => ({ value, label: names.get(value) ?? value }))}
        {...field("modelIds", { sentAs: "filter.modelIds" })}
        {...modelField}
      />
      <NativeSelect
        label={terms.severity}
        data={severities.map((value) => ({
          value,
          label: value === "INFO" ? texts.allSeverities : value === "CRITICAL" ? labelOf(value) : texts.orAbove(value),
        }))}
        {...field("minSeverity", { sentAs: "filter.minSeverity" })}
      />
    </>
  );
}

function BatchFields({ form, errors }: FieldsProps) {
  const field = fieldsOf(form, errors);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberField label={common.maximumBatchSizeEvents} allowDecimal={false} {...field("maxEvents")} />
      <NumberField label={common.maximumBatchSizeBytes} allowDecimal={false} {...field("maxBytes")} />
      <NumberField label={common.maximumDelaySeconds} allowDecimal={false} {...field("maxDelaySeconds")} />
      <NativeSelect
        label={common.compression}
        data={[
          { value: "gzip", label: texts.gzip },
          { value: "none", label: terms.none },
        ]}
        {...field("compression")}
      />
    </SimpleGrid>
  );
}
