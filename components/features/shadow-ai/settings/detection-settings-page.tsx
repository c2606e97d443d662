"use client";

import { ActionIcon, Button, Fieldset, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useResource } from "@/components/ui/api/queries";
import { FormError } from "@/components/ui/feedback/form-error";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf } from "@/components/ui/forms/fields";
import { useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { Page } from "@/components/ui/page/page";
import { useMay } from "@/components/ui/page/session";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { labelOf } from "@/lib/platform/client/format";
import styles from "../pages.module.css";
import { entriesOf, formOf, limits, openings, type SettingsForm, severities, toSettings } from "./settings-form";

const path = "/v1/shadow-ai/settings";

export function DetectionSettingsPage() {
  const query = useResource<SettingsDocument>(keys.shadowAiRules(), path);
  return (
    <Page
      title="Detection settings"
      description="Thresholds, deadlines and departments for shadow AI detection. Every change is recorded on the audit chain."
      width="reading"
    >
      <QueryState query={query} label="the detection settings" height={360}>
        {(data) => <SettingsFields settings={data.data} etag={data.etag} />}
      </QueryState>
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
    success: () => "Detection settings saved.",
    errors: "form",
    onSuccess: (saved) => restart(saved.etag, formOf(saved.data)),
  });
  const errors = fieldErrors(send.error);
  const conflict = conflictOf(send, entriesOf);
  const field = fieldsOf(form, errors);

  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <fieldset disabled={isReadOnly} style={{ all: "unset", display: "block" }}>
        <Stack>
          <Fieldset legend="Thresholds for opening a detection">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {openings.map(([name, label]) => (
                <NumberInput key={name} label={label} {...field(`opening.${name}`)} />
              ))}
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend="Days to decide, by severity">
            <SimpleGrid cols={{ base: 2, xs: 4 }}>
              {severities.map((severity) => (
                <NumberInput
                  key={severity}
                  label={labelOf(severity)}
                  min={1}
                  max={365}
                  {...field(`slaDays.${severity}`)}
                />
              ))}
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend="Limits">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {limits.map(([name, label]) => (
                <NumberInput key={name} label={label} {...field(name)} />
              ))}
              <TextInput
                label="Allowed jurisdictions"
                description="Comma-separated country codes. Leave empty to allow all."
                placeholder="GB, FR, DE"
                {...field("allowedJurisdictions")}
              />
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend="Office hours">
            <SimpleGrid cols={{ base: 1, xs: 3 }}>
              <TextInput label="Time zone" placeholder="Europe/London" {...field("officeHours.timeZone")} />
              <NumberInput label="From hour" min={0} max={23} {...field("officeHours.fromHour")} />
              <NumberInput label="To hour" min={1} max={24} {...field("officeHours.toHour")} />
            </SimpleGrid>
          </Fieldset>
          <Departments form={form} errors={errors} isReadOnly={isReadOnly} />
          {conflict ?? <FormError error={send.error} title="The settings were not saved" />}
          {!isReadOnly && (
            <Button
              type="submit"
              loading={send.isPending}
              disabled={conflict !== null || !form.isDirty()}
              style={{ alignSelf: "start" }}
            >
              Save settings
            </Button>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}

interface DepartmentsProps {
  form: UseFormReturnType<SettingsForm>;
  errors: Record<string, string>;
  isReadOnly: boolean;
}

function Departments({ form, errors, isReadOnly }: DepartmentsProps) {
  const field = fieldsOf(form, errors);
  return (
    <Fieldset legend="Departments">
      {form.values.departments.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: departments are edited in place and have no id.
        <div key={index} className={styles.department}>
          <TextInput label="Name" {...field(`departments.${index}.name`)} />
          <TextInput
            label="IP ranges"
            placeholder="10.20.0.0/16, 10.21.0.0/16"
            {...field(`departments.${index}.ranges`)}
          />
          <NumberInput
            label="Sensitivity (0 to 15)"
            min={0}
            max={15}
            {...form.getInputProps(`departments.${index}.sensitivity`)}
          />
          {!isReadOnly && (
            <ActionIcon
              aria-label={`Remove department ${index + 1}`}
              onClick={() => form.removeListItem("departments", index)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => form.insertListItem("departments", { name: "", ranges: "", sensitivity: 0 })}
        >
          Add department
        </Button>
      )}
    </Fieldset>
  );
}
