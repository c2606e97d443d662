"use client";

import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { ChoiceGroups } from "@/components/ui/credentials/choice-groups";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { CreatedWebhookEndpoint, WebhookEndpoint, WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { eventGroups, eventTypes } from "./labels";

interface EndpointForm {
  url: string;
  description: string;
  events: WebhookEventType[];
}

interface EndpointDialogProps {
  /** The endpoint to change; left out: a new one is made. */
  endpoint?: WebhookEndpoint;
  /** The version of it that was read, so that nobody else's change is overwritten. */
  etag?: string | null;
  onClose: () => void;
}

/** Makes an endpoint, and shows its signing secret once; or changes one. */
export function EndpointDialog({ endpoint, etag, onClose }: EndpointDialogProps) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const form = useForm<EndpointForm>({
    initialValues: {
      url: endpoint?.url ?? "",
      description: endpoint?.description ?? "",
      events: eventTypes.filter((type) => endpoint?.events.includes(type)),
    },
    validate: {
      url: (url) => (url.trim() === "" ? "Where are events to be sent?" : null),
      events: (events) => (events.length === 0 ? "Choose at least one." : null),
    },
  });

  const send = useSend<EndpointForm, CreatedWebhookEndpoint>({
    send: ({ url, description, events }) => {
      const input = { url: url.trim(), description: description.trim(), events };
      if (!endpoint) return api.post("/v1/webhooks", { ...input, active: true }, { idempotencyKey: keyOf(input) });
      return api.patch(`/v1/webhooks/${endpoint.id}`, input, { headers: etag ? { "If-Match": etag } : {} });
    },
    invalidates: [keys.webhooks.all()],
    success: () => (endpoint ? "The endpoint was changed." : undefined),
    errors: "form",
    onSuccess: () => endpoint && onClose(),
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const created = endpoint ? undefined : send.data;

  return (
    <FormDialog
      title={created ? "Store the signing secret" : endpoint ? "Change the endpoint" : "Create an endpoint"}
      size="xl"
      action={endpoint ? "Save" : "Create"}
      failure="The endpoint was not saved"
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
              router.push(`/webhooks/${created.id}`);
            }}
          >
            Every request to <code>{created.url}</code> is signed with it. Put it where your receiver reads it, and
            refuse what does not carry its signature.
          </NewSecret>
        )
      }
    >
      <TextInput
        label="URL"
        type="url"
        required
        data-autofocus
        placeholder="https://example.com/hooks/governance"
        description="HTTPS, reachable from the internet, without credentials"
        autoComplete="off"
        spellCheck={false}
        {...field("url")}
      />
      <TextInput label="Description" placeholder="Risk team's alerting" maxLength={500} {...field("description")} />
      <ChoiceGroups
        legend="Events"
        description="It is told of these from now on, and of nothing that happened before."
        groups={eventGroups}
        value={form.values.events}
        onChange={(events) => form.setFieldValue("events", events)}
        withAll
        error={form.errors.events ? String(form.errors.events) : errors.events}
      />
    </FormDialog>
  );
}
