"use client";

import { MultiSelect, NativeSelect, NumberInput, PasswordInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useModelNames } from "@/components/audit/use-model-names";
import { errorAt } from "@/components/forms/error-at";
import { eventTypes, severities } from "@/lib/audit-chain/vocabulary";
import type { AuditStream } from "@/lib/audit-streams/schemas";
import { bytesMax, bytesMin, delaySecondsMax, eventsMax } from "@/lib/audit-streams/vocabulary";
import { wordsOf } from "@/lib/client/format";
import type { StreamForm } from "./stream-form";
import styles from "./streams.module.css";

interface FieldsProps {
  form: UseFormReturnType<StreamForm>;
  /** What the service says, by path: `filter.modelIds[0]`. */
  errors: Record<string, string>;
}

/** Where a stream goes, what it lets through, and how large its batches are. */
export function StreamFields({ form, errors, stream }: FieldsProps & { stream: AuditStream | undefined }) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="Splunk"
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps("name")}
        error={form.errors.name ?? errors.name}
      />
      <TextInput
        label="URL"
        type="url"
        required
        placeholder="https://splunk.example.com:8088/services/collector/raw"
        description="HTTPS, reachable from the internet, without credentials"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("url")}
        error={form.errors.url ?? errors.url}
      />
      <PasswordInput
        label="Authorization header"
        placeholder={stream?.hasAuthorization ? "Unchanged" : "Splunk <token>"}
        description="What the receiver wants to see, if anything. It is not shown again."
        autoComplete="off"
        {...form.getInputProps("authorization")}
        error={errors.authorization}
      />
      <FilterFields form={form} errors={errors} kept={stream?.filter.modelIds ?? []} />
      <BatchFields form={form} errors={errors} />
      {!stream && (
        <NativeSelect
          label="Begin with"
          data={[
            { value: "now", label: "What happens from now on" },
            { value: "beginning", label: "The first event of the chain" },
          ]}
          {...form.getInputProps("from")}
        />
      )}
    </>
  );
}

/** `kept`: models that were chosen before, and stay to be seen where nothing else is known of them. */
function FilterFields({ form, errors, kept }: FieldsProps & { kept: string[] }) {
  const names = useModelNames();
  const models = [...new Set([...names.keys(), ...kept])];
  return (
    <>
      <MultiSelect
        label="Event types"
        placeholder={form.values.eventTypes.length === 0 ? "Every type" : ""}
        data={eventTypes.map((value) => ({ value, label: wordsOf(value) }))}
        clearable
        clearButtonProps={{ "aria-label": "Take all types away" }}
        {...form.getInputProps("eventTypes")}
        error={errorAt(errors, "filter", "eventTypes")}
      />
      <MultiSelect
        label="Models"
        placeholder={form.values.modelIds.length === 0 ? "Every model, also those to come" : ""}
        searchable
        clearable
        hidePickedOptions
        maxValues={100}
        nothingFoundMessage="No such model"
        clearButtonProps={{ "aria-label": "Take all models away" }}
        data={models.map((value) => ({ value, label: names.get(value) ?? value }))}
        {...form.getInputProps("modelIds")}
        error={errorAt(errors, "filter", "modelIds")}
      />
      <NativeSelect
        label="Severity"
        data={severities.map((value) => ({
          value,
          label: value === "INFO" ? "Every severity" : `${wordsOf(value)} and above`,
        }))}
        {...form.getInputProps("minSeverity")}
        error={errorAt(errors, "filter", "minSeverity")}
      />
    </>
  );
}

function BatchFields({ form, errors }: FieldsProps) {
  return (
    <div className={styles.pair}>
      <NumberInput
        label="Events of a batch, at most"
        min={1}
        max={eventsMax}
        allowDecimal={false}
        thousandSeparator=","
        {...form.getInputProps("maxEvents")}
        error={errors.maxEvents}
      />
      <NumberInput
        label="Bytes of a batch, at most"
        min={bytesMin}
        max={bytesMax}
        step={bytesMin}
        allowDecimal={false}
        thousandSeparator=","
        {...form.getInputProps("maxBytes")}
        error={errors.maxBytes}
      />
      <NumberInput
        label="Seconds an event waits, at most"
        min={0}
        max={delaySecondsMax}
        allowDecimal={false}
        {...form.getInputProps("maxDelaySeconds")}
        error={errors.maxDelaySeconds}
      />
      <NativeSelect
        label="Compression"
        data={[
          { value: "gzip", label: "gzip" },
          { value: "none", label: "None" },
        ]}
        {...form.getInputProps("compression")}
        error={errors.compression}
      />
    </div>
  );
}
