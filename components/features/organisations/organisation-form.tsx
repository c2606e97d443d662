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

/** The fields as they are typed. */
interface Values {
  name: string;
  ownerEmail: string;
  days: number | string;
  /** Empty: for ever. */
  webhookDays: number | string;
  mailDays: number | string;
  observationDays: number | string;
  reportDays: number | string;
  contentErasure: boolean;
  assignToMembersOnly: boolean;
}

type Draft = Partial<Values>;

function valuesOf({ name, ownerEmail, ...kept }: OrganisationDetail): Values {
  return {
    name,
    ownerEmail: ownerEmail ?? "",
    days: kept.evidenceRetentionDays,
    webhookDays: kept.webhookRetentionDays ?? "",
    mailDays: kept.mailRetentionDays ?? "",
    observationDays: kept.observationRetentionDays,
    reportDays: kept.reportRetentionDays,
    contentErasure: kept.contentErasure,
    assignToMembersOnly: kept.assignToMembersOnly,
  };
}

function toChange({ name, ownerEmail, days, ...kept }: Draft): UpdateOrganisation {
  const { webhookDays, mailDays, observationDays, reportDays, contentErasure, assignToMembersOnly } = kept;
  return {
    ...(name !== undefined && { name }),
    ...(ownerEmail !== undefined && { ownerEmail: ownerEmail.trim() || null }),
    ...(days !== undefined && { evidenceRetentionDays: Number(days) }),
    ...(webhookDays !== undefined && { webhookRetentionDays: daysOrNever(webhookDays) }),
    ...(mailDays !== undefined && { mailRetentionDays: daysOrNever(mailDays) }),
    ...(observationDays !== undefined && { observationRetentionDays: Number(observationDays) }),
    ...(reportDays !== undefined && { reportRetentionDays: Number(reportDays) }),
    ...(contentErasure !== undefined && { contentErasure }),
    ...(assignToMembersOnly !== undefined && { assignToMembersOnly }),
  };
}

function daysOrNever(typed: number | string): number | null {
  return typed === "" ? null : Number(typed);
}

/** How long things are kept, in days. */
const periods = [
  {
    name: "days",
    sentAs: "evidenceRetentionDays",
    label: "Days that evidence is kept",
    description: "Holds for packages that are made from now on",
    min: 1,
    max: 36_500,
  },
  {
    name: "webhookDays",
    sentAs: "webhookRetentionDays",
    label: "Days that webhook deliveries are kept",
    description: "After their end; at least 30. Empty: for ever",
    min: 30,
    max: 36_500,
  },
  {
    name: "mailDays",
    sentAs: "mailRetentionDays",
    label: "Days that mails are kept",
    description: "At least 30. Empty: for ever",
    min: 30,
    max: 36_500,
  },
  {
    name: "observationDays",
    sentAs: "observationRetentionDays",
    label: "Days that traffic statistics are kept",
    description: "From 35 to 400. Detections stay",
    min: 35,
    max: 400,
  },
  {
    name: "reportDays",
    sentAs: "reportRetentionDays",
    label: "Days that reports are kept",
    description: "After they were asked for; at least 30",
    min: 30,
    max: 36_500,
  },
] as const;

/** What an administrator may change of it. */
export function OrganisationForm({ organisation }: { organisation: OrganisationDetail }) {
  const router = useRouter();
  // Only what was changed here, and only that is sent: what others change meanwhile stays theirs.
  const [draft, setDraft] = useState<Draft>({});
  const values = { ...valuesOf(organisation), ...draft };
  const { name, ownerEmail } = values;
  const set = (change: Draft) => setDraft((current) => ({ ...current, ...change }));
  const send = useSend<void, OrganisationDetail>({
    send: () => api.patch("/v1/organisation", toChange(draft)),
    invalidates: [keys.organisation(), keys.session()],
    success: () => "The organisation is changed.",
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
        <FormError error={send.error} title="Nothing was changed" />
        <TextInput
          label="Name"
          value={name}
          error={errors.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Owner's e-mail address"
          description="Who is told when something needs the account's owner"
          type="email"
          value={ownerEmail}
          error={errors.ownerEmail}
          onChange={(event) => set({ ownerEmail: event.currentTarget.value })}
        />
        {periods.map(({ name, sentAs, ...field }) => (
          <NumberInput
            key={name}
            {...field}
            allowDecimal={false}
            value={values[name]}
            error={errors[sentAs]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        <Switch
          label="Allow content erasure"
          description="When on, administrators can permanently erase the content of audit events on a legal request. Hashes and positions are kept, and each erasure is recorded on the chain."
          checked={values.contentErasure}
          onChange={(event) => set({ contentErasure: event.currentTarget.checked })}
        />
        <Switch
          label="Assign detections to members only"
          description="When on, detections can be assigned to active members only. When off, any e-mail address is accepted."
          checked={values.assignToMembersOnly}
          onChange={(event) => set({ assignToMembersOnly: event.currentTarget.checked })}
        />
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
