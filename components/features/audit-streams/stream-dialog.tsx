"use client";

import { MultiSelect, NativeSelect, NumberInput, PasswordInput, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { RecordDialog, type RecordVersion } from "@/components/ui/credentials/record-dialog";
import { fieldsOf } from "@/components/ui/forms/fields";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { bytesMax, bytesMin, delaySecondsMax, eventsMax } from "@/lib/domains/audit-streams/enums";
import type { AuditStream, CreatedAuditStream } from "@/lib/domains/audit-streams/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { entriesOf, formOf, problemsOf, type StreamForm, toInput } from "./stream-form";

export function StreamDialog(props: RecordVersion<AuditStream> & { onClose: () => void }) {
  const { record: stream } = props;
  const names = useModelNames();
  return (
    <RecordDialog<StreamForm, CreatedAuditStream>
      noun="stream"
      version={props}
      values={formOf(stream)}
      validate={problemsOf}
      entriesOf={(form) => entriesOf(form, names)}
      title={(created) => (created ? "Save the signing secret" : stream ? "Edit stream" : "Create stream")}
      path="/v1/audit-streams"
      href="/streams"
      invalidates={keys.streams.all()}
      toCreation={(form) => ({ ...toInput(form), from: form.from })}
      toUpdate={toInput}
      secret={{
        label: "signing secret",
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
        label="Name"
        required
        data-autofocus
        placeholder="Splunk"
        maxLength={100}
        autoComplete="off"
        {...field("name")}
      />
      <TextInput
        label="URL"
        type="url"
        required
        placeholder="https://splunk.example.com:8088/services/collector/raw"
        description="A public HTTPS address, without credentials"
        autoComplete="off"
        spellCheck={false}
        {...field("url")}
      />
      <PasswordInput
        label="Authorization header"
        placeholder={stream?.hasAuthorization ? "Unchanged" : "Splunk <token>"}
        description="Sent with every batch. Leave empty if your receiver doesn't require it. You won't be able to see it again."
        autoComplete="off"
        {...field("authorization")}
      />
      <FilterFields form={form} errors={errors} kept={stream?.filter.modelIds ?? []} />
      <BatchFields form={form} errors={errors} />
      {!stream && (
        <NativeSelect
          label="Start with"
          data={[
            { value: "now", label: "New events only" },
            { value: "beginning", label: "The first event of the audit chain" },
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
  const models = [...new Set([...names.keys(), ...kept])];
  return (
    <>
      <MultiSelect
        label="Event types"
        placeholder={form.values.eventTypes.length === 0 ? "All event types" : ""}
        data={eventTypes.map((value) => ({ value, label: labelOf(value) }))}
        clearable
        clearButtonProps={{ "aria-label": "Clear event types" }}
        {...field("eventTypes", { sentAs: "filter.eventTypes" })}
      />
      <MultiSelect
        label="Models"
        placeholder={form.values.modelIds.length === 0 ? "All current and future models" : ""}
        searchable
        clearable
        hidePickedOptions
        maxValues={100}
        nothingFoundMessage="No matching models"
        clearButtonProps={{ "aria-label": "Clear models" }}
        data={models.map((value) => ({ value, label: names.get(value) ?? value }))}
        {...field("modelIds", { sentAs: "filter.modelIds" })}
      />
      <NativeSelect
        label="Severity"
        data={severities.map((value) => ({
          value,
          label: value === "INFO" ? "All severities" : `${labelOf(value)} and above`,
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
      <NumberInput
        label="Maximum batch size (events)"
        min={1}
        max={eventsMax}
        allowDecimal={false}
        thousandSeparator=","
        {...field("maxEvents")}
      />
      <NumberInput
        label="Maximum batch size (bytes)"
        min={bytesMin}
        max={bytesMax}
        step={bytesMin}
        allowDecimal={false}
        thousandSeparator=","
        {...field("maxBytes")}
      />
      <NumberInput
        label="Maximum delay (seconds)"
        min={0}
        max={delaySecondsMax}
        allowDecimal={false}
        {...field("maxDelaySeconds")}
      />
      <NativeSelect
        label="Compression"
        data={[
          { value: "gzip", label: "gzip" },
          { value: "none", label: "None" },
        ]}
        {...field("compression")}
      />
    </SimpleGrid>
  );
}
