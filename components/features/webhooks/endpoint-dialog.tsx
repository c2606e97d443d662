"use client";

import { TextInput } from "@mantine/core";
import { keys } from "@/components/ui/api/keys";
import { ChoiceGroups } from "@/components/ui/credentials/choice-groups";
import { RecordDialog, type RecordVersion } from "@/components/ui/credentials/record-dialog";
import { fieldsOf } from "@/components/ui/forms/fields";
import { terms } from "@/components/ui/terms";
import type { CreatedWebhookEndpoint, WebhookEndpoint, WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { eventGroups, eventTypes } from "./labels";
import { common, endpointDialog as texts } from "./texts";

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
    ...(url.trim() === "" && { url: texts.urlProblem }),
    ...(events.length === 0 && { events: texts.eventsProblem }),
  };
}

export function EndpointDialog(props: RecordVersion<WebhookEndpoint> & { onClose: () => void }) {
  const { record: endpoint } = props;
  return (
    <RecordDialog<EndpointForm, CreatedWebhookEndpoint>
      noun={texts.endpoint}
      version={props}
      values={{
        url: endpoint?.url ?? "",
        description: endpoint?.description ?? "",
        events: eventTypes.filter((type) => endpoint?.events.includes(type)),
      }}
      validate={problemsOf}
      entriesOf={({ url, description, events }) => [
        [common.url, url],
        [terms.description, description],
        [terms.events, events.join(", ")],
      ]}
      title={(created) =>
        created ? texts.saveTheSigningSecret : endpoint ? texts.editWebhookEndpoint : texts.createWebhookEndpoint
      }
      size="xl"
      path="/v1/webhooks"
      href="/webhooks"
      invalidates={keys.webhooks.all()}
      toCreation={(form) => ({ ...toInput(form), active: true })}
      toUpdate={toInput}
      secret={{
        label: common.signingSecret,
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
              label={common.url}
              type="url"
              required
              data-autofocus
              placeholder="https://example.com/hooks/governance"
              description={texts.urlDescription}
              autoComplete="off"
              spellCheck={false}
              {...field("url")}
            />
            <TextInput
              label={terms.description}
              placeholder={texts.descriptionPlaceholder}
              maxLength={500}
              {...field("description")}
            />
            <ChoiceGroups
              legend={terms.events}
              description={texts.eventsDescription}
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
