"use client";

import { Button, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import type { OrganisationDetail, UpdateOrganisation } from "@/lib/domains/organisations/schemas";

const periods = [
  {
    name: "evidenceRetentionDays",
    label: "Evidence retention (days)",
    description: "Applies to packages generated from now on",
    min: 1,
    max: 36_500,
  },
  {
    name: "webhookRetentionDays",
    label: "Webhook delivery retention (days)",
    description:
      "Counted from when a delivery succeeds or finally fails. At least 30. Leave empty to keep deliveries indefinitely.",
    min: 30,
    max: 36_500,
  },
  {
    name: "mailRetentionDays",
    label: "E-mail retention (days)",
    description: "At least 30. Leave empty to keep e-mails indefinitely.",
    min: 30,
    max: 36_500,
  },
  {
    name: "observationRetentionDays",
    label: "Traffic statistics retention (days)",
    description: "From 35 to 400. Detections are not affected.",
    min: 35,
    max: 400,
  },
  {
    name: "reportRetentionDays",
    label: "Report retention (days)",
    description: "Counted from when a report is requested. At least 30.",
    min: 30,
    max: 36_500,
  },
] as const;

const switches = [
  {
    name: "contentErasure",
    label: "Allow content erasure",
    description:
      "When on, administrators can permanently erase the content of audit events in response to a legal request. Hashes and positions are kept, and each erasure is recorded on the chain.",
  },
  {
    name: "assignToMembersOnly",
    label: "Assign detections to members only",
    description:
      "When on, detections can be assigned to active members only. When off, any e-mail address is accepted.",
  },
] as const;

/** The fields that were edited, as typed. */
type Draft = { [Name in keyof UpdateOrganisation]?: UpdateOrganisation[Name] | string | number };

/** An empty field clears its setting. */
function toChange(draft: Draft): object {
  const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : value);
  const clear = (name: string, value: unknown) => (value === "" && name !== "name" ? null : value);
  return Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, clear(name, trimmed(value))]));
}

export function OrganisationForm({ organisation }: { organisation: OrganisationDetail }) {
  const router = useRouter();
  // Only edited fields are sent, so that concurrent changes to other fields are not overwritten.
  const [draft, setDraft] = useState<Draft>({});
  const values = { ...organisation, ...draft };
  const set = (change: Draft) => setDraft((current) => ({ ...current, ...change }));
  const send = useSend<void, OrganisationDetail>({
    send: () => api.patch("/v1/organisation", toChange(draft)),
    invalidates: [keys.organisation(), keys.session()],
    success: () => "Organisation updated.",
    errors: "form",
    onSuccess: () => {
      setDraft({});
      router.refresh();
    },
  });
  const errors = fieldErrors(send.error);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack mt="md" maw={420}>
        <FormError error={send.error} title="Changes not saved" />
        <TextInput
          label="Name"
          value={values.name}
          error={errors.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Owner's e-mail address"
          description="Receives notifications for the account owner"
          type="email"
          value={values.ownerEmail ?? ""}
          error={errors.ownerEmail}
          onChange={(event) => set({ ownerEmail: event.currentTarget.value })}
        />
        {periods.map(({ name, ...field }) => (
          <NumberInput
            key={name}
            {...field}
            allowDecimal={false}
            value={values[name] ?? ""}
            error={errors[name]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        {switches.map(({ name, ...field }) => (
          <Switch
            key={name}
            {...field}
            checked={Boolean(values[name])}
            onChange={(event) => set({ [name]: event.currentTarget.checked })}
          />
        ))}
        <Button
          type="submit"
          loading={send.isPending}
          disabled={Object.keys(draft).length === 0}
          style={{ alignSelf: "start" }}
        >
          Save
        </Button>
      </Stack>
    </form>
  );
}
