"use client";

import { Button, Group, Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { NewSecret } from "@/components/credentials/new-secret";
import { useRepeatKey } from "@/components/credentials/use-repeat-key";
import { FormError } from "@/components/feedback/form-error";
import type { AuditStream, CreatedAuditStream } from "@/lib/audit-streams/schemas";
import { StreamFields } from "./stream-fields";
import { formOf, problemsOf, type StreamForm, toInput } from "./stream-form";

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
            <StreamFields form={form} errors={errors} stream={stream} />
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
