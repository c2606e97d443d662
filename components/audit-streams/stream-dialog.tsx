"use client";

import {
  Button,
  Group,
  Modal,
  MultiSelect,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { NewSecret } from "@/components/credentials/new-secret";
import { useRepeatKey } from "@/components/credentials/use-repeat-key";
import { FormError } from "@/components/feedback/form-error";
import { eventTypes, severities } from "@/lib/audit-chain/vocabulary";
import type { AuditStream, CreatedAuditStream } from "@/lib/audit-streams/schemas";
import { delaySecondsMax, eventsMax } from "@/lib/audit-streams/vocabulary";
import { wordsOf } from "@/lib/client/format";
import styles from "./streams.module.css";

interface StreamForm {
  name: string;
  url: string;
  authorization: string;
  eventTypes: string[];
  minSeverity: string;
  maxEvents: number | string;
  maxDelaySeconds: number | string;
  compression: string;
  from: string;
}

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
  const form = useForm<StreamForm>({
    initialValues: {
      name: stream?.name ?? "",
      url: stream?.url ?? "",
      authorization: "",
      eventTypes: stream?.filter.eventTypes ?? [],
      minSeverity: stream?.filter.minSeverity ?? "INFO",
      maxEvents: stream?.maxEvents ?? 1_000,
      maxDelaySeconds: stream?.maxDelaySeconds ?? 5,
      compression: stream?.compression ?? "gzip",
      from: "now",
    },
    validate: {
      name: (name) => (name.trim() === "" ? "What is it called?" : null),
      url: (url) => (url.trim() === "" ? "Where are events to be sent?" : null),
    },
  });
  const send = useSend<StreamForm, CreatedAuditStream>({
    send: (values) => {
      const input = inputOf(values, stream);
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
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={created ? "Store the signing secret" : stream ? "Change the stream" : "Create a stream"}
      {...(created && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
    >
      {created ? (
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
      ) : (
        <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
          <Stack>
            <FormError error={send.error} title="The stream was not saved" />
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
            <MultiSelect
              label="Event types"
              placeholder={form.values.eventTypes.length === 0 ? "Every type" : ""}
              data={eventTypes.map((value) => ({ value, label: wordsOf(value) }))}
              clearable
              {...form.getInputProps("eventTypes")}
              error={errors["filter.eventTypes"]}
            />
            <div className={styles.pair}>
              <NativeSelect
                label="Severity"
                data={severities.map((value) => ({
                  value,
                  label: value === "INFO" ? "Every severity" : `${wordsOf(value)} and above`,
                }))}
                {...form.getInputProps("minSeverity")}
              />
              <NativeSelect
                label="Compression"
                data={[
                  { value: "gzip", label: "gzip" },
                  { value: "none", label: "None" },
                ]}
                {...form.getInputProps("compression")}
              />
              <NumberInput
                label="Events of a batch, at most"
                min={1}
                max={eventsMax}
                allowDecimal={false}
                {...form.getInputProps("maxEvents")}
                error={errors.maxEvents}
              />
              <NumberInput
                label="Seconds an event waits, at most"
                min={0}
                max={delaySecondsMax}
                allowDecimal={false}
                {...form.getInputProps("maxDelaySeconds")}
                error={errors.maxDelaySeconds}
              />
            </div>
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
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending}>
                {stream ? "Save" : "Create"}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function inputOf({ name, url, authorization, from: _, minSeverity, ...values }: StreamForm, stream?: AuditStream) {
  return {
    name: name.trim(),
    url: url.trim(),
    ...(authorization === "" ? {} : { authorization }),
    filter: {
      eventTypes: values.eventTypes,
      modelIds: stream?.filter.modelIds ?? [],
      minSeverity: minSeverity === "INFO" ? null : minSeverity,
    },
    maxEvents: Number(values.maxEvents),
    maxDelaySeconds: Number(values.maxDelaySeconds),
    compression: values.compression,
  };
}
