"use client";

import { Button, Checkbox, Fieldset, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useResource } from "@/components/ui/api/queries";
import { FormError } from "@/components/ui/feedback/form-error";
import { QueryState } from "@/components/ui/feedback/states";
import { FieldRows } from "@/components/ui/forms/field-rows";
import { fieldsOf } from "@/components/ui/forms/fields";
import { NumberField } from "@/components/ui/forms/number-field";
import { useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { Page } from "@/components/ui/page/page";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { labelOf } from "@/lib/platform/client/format";
import { detectionSettingsPage as texts } from "../texts/settings";
import { entriesOf, formOf, limits, openings, type SettingsForm, severities, toSettings } from "./settings-form";
import { UserPseudonyms } from "./user-pseudonyms";

const path = "/v1/shadow-ai/settings";

export function DetectionSettingsPage() {
  const query = useResource<SettingsDocument>(keys.shadowAiRules(), path);
  return (
    <Page title={texts.detectionSettings} description={texts.detectionSettingsDescription} width="reading">
      <QueryState query={query} label={texts.theDetectionSettings} height={360}>
        {(data) => <SettingsFields settings={data.data} etag={data.etag} />}
      </QueryState>
      <UserPseudonyms />
    </Page>
  );
}

function SettingsFields({ settings, etag }: { settings: SettingsDocument; etag: string | null }) {
  const isReadOnly = !useMay("shadow_ai:configure");
  const { form, headers, conflictOf, restart } = useVersionedForm({ etag, values: formOf(settings) });
  const send = useSend<SettingsForm, { data: SettingsDocument; etag: string | null }>({
    send: async (values) => {
      await api.put(path, toSettings(values), { headers });
      return api.getWithTag<SettingsDocument>(path);
    },
    invalidates: [keys.shadowAiRules(), keys.shadowAiSettings(), keys.detections.all(), keys.overview()],
    success: () => texts.detectionSettingsSaved,
    errors: "form",
    onSuccess: (saved) => restart(saved.etag, formOf(saved.data)),
  });
  const conflict = conflictOf(send, entriesOf);
  const field = fieldsOf(form, fieldErrors(send.error));

  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <Stack>
        <fieldset disabled={isReadOnly} style={{ all: "unset", display: "block" }}>
          <Stack>
            <Fieldset legend={texts.thresholdsOpeningDetection}>
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {openings.map(([name, label]) => (
                  <NumberField key={name} label={label} {...field(`opening.${name}`)} />
                ))}
              </SimpleGrid>
            </Fieldset>
            <Fieldset legend={texts.timeDecideSeverity}>
              <SimpleGrid cols={{ base: 2, xs: 4 }}>
                {severities.map((severity) => (
                  <NumberField key={severity} label={labelOf(severity)} {...field(`slaDays.${severity}`)} />
                ))}
              </SimpleGrid>
            </Fieldset>
            <Fieldset legend={texts.limits}>
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                {limits.map(([name, label]) => (
                  <NumberField key={name} label={label} {...field(name)} />
                ))}
                <TextInput
                  label={texts.allowedJurisdictions}
                  description={texts.allowedJurisdictionsDescription}
                  placeholder={texts.allowedJurisdictionsPlaceholder}
                  {...field("allowedJurisdictions")}
                />
              </SimpleGrid>
            </Fieldset>
            <Fieldset legend={texts.officeHours}>
              <SimpleGrid cols={{ base: 1, xs: 3 }}>
                <TextInput {...texts.timeZone} {...field("officeHours.timeZone")} />
                <NumberField label={texts.fromHour} {...field("officeHours.fromHour")} />
                <NumberField label={texts.toHour} {...field("officeHours.toHour")} />
              </SimpleGrid>
            </Fieldset>
            <FieldRows
              form={form}
              path="departments"
              empty={{ name: "", ranges: "", sensitivity: 0 }}
              {...texts.departments}
              summaryOf={({ name, ranges }) => [name, ranges].filter(Boolean).join(" · ")}
              readOnly={isReadOnly}
            >
              {(row) => (
                <>
                  <TextInput label={terms.name} {...field(`${row}.name`)} />
                  <TextInput
                    label={texts.ipRanges}
                    placeholder="10.20.0.0/16, 10.21.0.0/16"
                    {...field(`${row}.ranges`)}
                  />
                  <NumberField label={texts.sensitivity0To15} {...field(`${row}.sensitivity`)} />
                  <Checkbox
                    label={texts.regulatedData}
                    {...form.getInputProps(`${row}.regulatedData`, { type: "checkbox" })}
                  />
                </>
              )}
            </FieldRows>
          </Stack>
        </fieldset>
        {conflict ?? <FormError error={send.error} title={texts.settingsNotSaved} />}
        {!isReadOnly && (
          <Button
            type="submit"
            loading={send.isPending}
            disabled={conflict !== null || !form.isDirty()}
            style={{ alignSelf: "start" }}
          >
            {texts.saveSettings}
          </Button>
        )}
      </Stack>
    </form>
  );
}
