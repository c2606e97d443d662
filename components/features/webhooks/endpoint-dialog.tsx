"use client";

import { TextInput } from "@mantine/core";
import { keys } from "@/components/ui/api/keys";
import { ChoiceGroups } from "@/components/ui/credentials/choice-groups";
import { RecordDialog, type RecordVersion } from "@/components/ui/credentials/record-dialog";
import { fieldsOf } from "@/components/ui/forms/fields";
import type { CreatedWebhookEndpoint, WebhookEndpoint, WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { eventGroups, eventTypes } from "./labels";

interface EndpointForm {
  url: string;
  description: string;
  events: WebhookEventType[];
}

function toInput({ url, description, events }: EndpointForm) {
  return { url: url.trim(), description: description.trim(), events };
}

function problemsOf({ url, events }: EndpointForm): Record<string, string> {
  return {
    ...(url.trim() === "" && { url: "Enter the URL that receives the events." }),
    ...(events.length === 0 && { events: "Select at least one event type." }),
  };
}

export function EndpointDialog(props: RecordVersion<WebhookEndpoint> & { onClose: () => void }) {
  const { record: endpoint } = props;
  return (
    <RecordDialog<EndpointForm, CreatedWebhookEndpoint>
      noun="endpoint"
      version={props}
      values={{
        url: endpoint?.url ?? "",
        description: endpoint?.description ?? "",
        events: eventTypes.filter((type) => endpoint?.events.includes(type)),
      }}
      validate={problemsOf}
      entriesOf={({ url, description, events }) => [
        ["URL", url],
        ["Description", description],
        ["Events", events.join(", ")],
      ]}
      title={(created) =>
        created ? "Save the signing secret" : endpoint ? "Edit webhook endpoint" : "Create webhook endpoint"
      }
      size="xl"
      path="/v1/webhooks"
      href="/webhooks"
      invalidates={keys.webhooks.all()}
      toCreation={(form) => ({ ...toInput(form), active: true })}
      toUpdate={toInput}
      secret={{
        label: "signing secret",
        of: ({ signingSecret }) => signingSecret,
        advice: ({ url }) => (
          <>
            Use this secret to verify the signature of every request to <code>{url}</code>. Reject requests with an
            invalid signature.
          </>
        ),
      }}
      onClose={props.onClose}
    >
      {(form, errors) => {
        const field = fieldsOf(form, errors);
        return (
          <>
            <TextInput
              label="URL"
              type="url"
              required
              data-autofocus
              placeholder="https://example.com/hooks/governance"
              description="A public HTTPS address, without credentials"
              autoComplete="off"
              spellCheck={false}
              {...field("url")}
            />
            <TextInput label="Description" placeholder="Risk team alerts" maxLength={500} {...field("description")} />
            <ChoiceGroups
              legend="Events"
              description="The endpoint will receive the selected events from now on. Past events are not sent."
              groups={eventGroups}
              value={form.values.events}
              onChange={(events) => form.setFieldValue("events", events)}
              withAll
              error={form.errors.events ? String(form.errors.events) : errors.events}
            />
          </>
        );
      }}
    </RecordDialog>
  );
}
