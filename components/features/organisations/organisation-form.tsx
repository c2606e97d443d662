"use client";

import { Button, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { NumberField } from "@/components/ui/forms/number-field";
import { terms } from "@/components/ui/terms";
import { KeyValue } from "@/components/ui/values/key-value";
import type { OrganisationDetail, UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import { organisationForm as texts } from "./texts";

const periods = [
  {
    name: "evidenceRetentionDays",
    label: texts.evidenceRetentionDays,
    description: texts.evidenceRetentionDaysDescription,
  },
  {
    name: "webhookRetentionDays",
    label: texts.webhookDeliveryRetentionDays,
    description: texts.webhookDeliveryRetentionDescription,
  },
  {
    name: "mailRetentionDays",
    label: texts.emailRetentionDays,
    description: texts.emailRetentionDaysDescription,
  },
  {
    name: "observationRetentionDays",
    label: texts.trafficStatisticsRetentionDays,
    description: texts.trafficStatisticsRetentionDescription,
  },
  {
    name: "reportRetentionDays",
    label: texts.reportRetentionDays,
    description: texts.reportRetentionDaysDescription,
  },
] as const;

const keyLifetime = {
  name: "apiKeyLifetimeDays",
  label: texts.apiKeyLifetimeDays,
  description: texts.apiKeyLifetimeDaysDescription,
} as const;

const switches = [
  {
    name: "contentErasure",
    label: texts.allowContentErasure,
    description: texts.allowContentErasureDescription,
  },
  {
    name: "assignToMembersOnly",
    label: texts.assignDetectionsMembers,
    description: texts.assignDetectionsMembersDescription,
  },
  {
    name: "requireSecondFactor",
    label: texts.requireSecondFactor,
    description: texts.requireSecondFactorDescription,
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

interface OrganisationFormProps {
  organisation: OrganisationDetail;
  /** Rows that the form cannot change. */
  facts: ReactNode;
}

/** The settings in sections with one button, because they are sent together. */
export function OrganisationForm({ organisation, facts }: OrganisationFormProps) {
  const router = useRouter();
  // Only edited fields are sent, so that concurrent changes to other fields are not overwritten.
  const [draft, setDraft] = useState<Draft>({});
  const values = { ...organisation, ...draft };
  const set = (change: Draft) => setDraft((current) => ({ ...current, ...change }));
  const send = useSend<void, OrganisationDetail>({
    send: () => api.patch("/v1/organisation", toChange(draft)),
    invalidates: [keys.organisation(), keys.session()],
    success: () => texts.organisationUpdated,
    errors: "form",
    onSuccess: () => {
      setDraft({});
      router.refresh();
    },
  });
  const errors = fieldErrors(send.error);
  const periodField = ({ name, ...field }: (typeof periods)[number] | typeof keyLifetime) => (
    <NumberField
      key={name}
      {...field}
      inputWrapperOrder={["label", "input", "description", "error"]}
      allowDecimal={false}
      value={values[name] ?? ""}
      error={errors[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack>
        <Section title={terms.general} panel>
          {facts}
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
            <TextInput
              label={terms.name}
              value={values.name}
              error={errors.name}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <TextInput
              {...texts.ownersEmailAddress}
              inputWrapperOrder={["label", "input", "description", "error"]}
              type="email"
              value={values.ownerEmail ?? ""}
              error={errors.ownerEmail}
              onChange={(event) => set({ ownerEmail: event.currentTarget.value })}
            />
          </SimpleGrid>
        </Section>
        <Section title={texts.retention} panel>
          <KeyValue rows={[[texts.auditEvents, <AuditEventRetention key="events" />]]} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs">
            {periods.map(periodField)}
          </SimpleGrid>
        </Section>
        <Section title={texts.security} panel>
          <Stack>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>{periodField(keyLifetime)}</SimpleGrid>
            {switches.map(({ name, ...field }) => (
              <Switch
                key={name}
                {...field}
                checked={Boolean(values[name])}
                onChange={(event) => set({ [name]: event.currentTarget.checked })}
              />
            ))}
          </Stack>
        </Section>
        <FormError error={send.error} title={texts.changesNotSaved} />
        <Button
          type="submit"
          loading={send.isPending}
          disabled={Object.keys(draft).length === 0}
          style={{ alignSelf: "start" }}
        >
          {terms.save}
        </Button>
      </Stack>
    </form>
  );
}

/** Audit events have no retention period that can be changed. */
function AuditEventRetention() {
  return (
    <>
      {texts.keptIndefinitely}
      <div className="quiet">{texts.auditEventsNote}</div>
    </>
  );
}
