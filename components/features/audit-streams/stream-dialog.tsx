"use client";

import { MultiSelect, NativeSelect, NumberInput, PasswordInput, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { eventTypes, severities } from "@/lib/domains/audit-chain/vocabulary";
import type { AuditStream, CreatedAuditStream } from "@/lib/domains/audit-streams/schemas";
import { bytesMax, bytesMin, delaySecondsMax, eventsMax } from "@/lib/domains/audit-streams/vocabulary";
import { labelOf } from "@/lib/platform/client/format";
import { formOf, problemsOf, type StreamForm, toInput } from "./stream-form";
import styles from "./streams.module.css";

interface StreamDialogProps {
  /** The stream to change; left out: a new one is made. */
  stream?: AuditStream;
  /** The version of it that was read, so that nobody else's change is overwritten. */
  etag?: string | null;
  onClose: () => void;
}

/** Makes a stream, and shows its signing secret once; or changes one. */
export function StreamDialog({ stream, etag, onClose }: StreamDialogProps) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const form = useForm<StreamForm>({ initialValues: formOf(stream), validate: problemsOf });
  const send = useSend<StreamForm, CreatedAuditStream>({
    send: (values) => {
      const input = toInput(values);
      if (!stream)
        return api.post("/v1/audit-streams", { ...input, from: values.from }, { idempotencyKey: keyOf(values) });
      return api.patch(`/v1/audit-streams/${stream.id}`, input, { headers: etag ? { "If-Match": etag } : {} });
    },
    invalidates: [keys.streams.all()],
    success: () => (stream ? "The stream was changed." : undefined),
    errors: "form",
    onSuccess: () => stream && onClose(),
  });
  const errors = fieldErrors(send.error);
  const created = stream ? undefined : send.data;

  return (
    <FormDialog
      title={created ? "Store the signing secret" : stream ? "Change the stream" : "Create a stream"}
      action={stream ? "Save" : "Create"}
      failure="The stream was not saved"
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      locked={created !== undefined}
      result={
        created && (
          <NewSecret
            label="signing secret"
            value={created.signingSecret}
            onDone={() => {
              onClose();
              router.push(`/streams/${created.id}`);
            }}
          >
            Every batch to <code>{created.url}</code> is signed with it. Put it where your receiver reads it, and refuse
            what does not carry its signature.
          </NewSecret>
        )
      }
    >
      <StreamFields form={form} errors={errors} stream={stream} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: UseFormReturnType<StreamForm>;
  /** What the service says, by path: `filter.modelIds[0]`. */
  errors: Record<string, string>;
}

/** Where a stream goes, what it lets through, and how large its batches are. */
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
        description="HTTPS, reachable from the internet, without credentials"
        autoComplete="off"
        spellCheck={false}
        {...field("url")}
      />
      <PasswordInput
        label="Authorization header"
        placeholder={stream?.hasAuthorization ? "Unchanged" : "Splunk <token>"}
        description="What the receiver wants to see, if anything. It is not shown again."
        autoComplete="off"
        {...field("authorization")}
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
  const field = fieldsOf(form, errors);
  const names = useModelNames();
  const models = [...new Set([...names.keys(), ...kept])];
  return (
    <>
      <MultiSelect
        label="Event types"
        placeholder={form.values.eventTypes.length === 0 ? "Every type" : ""}
        data={eventTypes.map((value) => ({ value, label: labelOf(value) }))}
        clearable
        clearButtonProps={{ "aria-label": "Take all types away" }}
        {...field("eventTypes", { sentAs: "filter.eventTypes" })}
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
        {...field("modelIds", { sentAs: "filter.modelIds" })}
      />
      <NativeSelect
        label="Severity"
        data={severities.map((value) => ({
          value,
          label: value === "INFO" ? "Every severity" : `${labelOf(value)} and above`,
        }))}
        {...field("minSeverity", { sentAs: "filter.minSeverity" })}
      />
    </>
  );
}

function BatchFields({ form, errors }: FieldsProps) {
  const field = fieldsOf(form, errors);
  return (
    <div className={styles.pair}>
      <NumberInput
        label="Events of a batch, at most"
        min={1}
        max={eventsMax}
        allowDecimal={false}
        thousandSeparator=","
        {...field("maxEvents")}
      />
      <NumberInput
        label="Bytes of a batch, at most"
        min={bytesMin}
        max={bytesMax}
        step={bytesMin}
        allowDecimal={false}
        thousandSeparator=","
        {...field("maxBytes")}
      />
      <NumberInput
        label="Seconds an event waits, at most"
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
    </div>
  );
}
