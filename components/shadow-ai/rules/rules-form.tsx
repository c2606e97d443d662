"use client";

import { Button, Fieldset, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { ApiError, api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useMay } from "@/components/app/session";
import { Conflict } from "@/components/feedback/conflict";
import { FormError } from "@/components/feedback/form-error";
import { rebase } from "@/components/forms/rebase";
import { wordsOf } from "@/lib/client/format";
import type { SettingsDocument } from "@/lib/shadow-ai/schemas-settings";
import { Departments } from "./departments";
import { type RulesFormValues, rulesOf, toSettings } from "./rules-form-values";
import { differencesOf, limits, openings, severities } from "./rules-words";

interface RulesFormProps {
  settings: SettingsDocument;
  etag: string | null;
}

export type RulesFormState = UseFormReturnType<RulesFormValues>;

const address = "/v1/shadow-ai/settings";

/** The rules, to be changed as a whole: they hold for what is known, too. */
export function RulesForm({ settings, etag }: RulesFormProps) {
  const isReadOnly = !useMay("shadow_ai:configure");
  const [base, setBase] = useState({ settings, etag });
  const form = useForm<RulesFormValues>({ initialValues: rulesOf(settings) });

  function begin(from: RulesFormProps, values = rulesOf(from.settings)): void {
    setBase(from);
    form.resetDirty(rulesOf(from.settings));
    form.setValues(values);
  }

  const send = useSend<RulesFormValues, RulesFormProps>({
    send: async (values) => {
      const headers: Record<string, string> = base.etag ? { "If-Match": base.etag } : {};
      await api.put(address, toSettings(values, base.settings), { headers });
      const saved = await api.getWithTag<SettingsDocument>(address);
      return { settings: saved.data, etag: saved.etag };
    },
    invalidates: [keys.shadowAiRules(), keys.shadowAiSettings(), keys.detections.all(), keys.overview()],
    success: () => "The rules are changed.",
    errors: "form",
    onSuccess: (saved) => begin(saved),
  });
  const errors = fieldErrors(send.error);
  const isBehind = send.error instanceof ApiError && send.error.status === 412;
  const mine = rebase(form.values, rulesOf(base.settings), rulesOf(settings));
  const field = (path: string) => ({ ...form.getInputProps(path), error: errors[path] });

  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <fieldset disabled={isReadOnly} style={{ all: "unset", display: "block" }}>
        <Stack>
          <Fieldset legend="A detection is opened from">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {openings.map(([name, label]) => (
                <NumberInput key={name} label={label} {...field(`opening.${name}`)} />
              ))}
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend="Days until it is to be decided">
            <SimpleGrid cols={{ base: 2, xs: 4 }}>
              {severities.map((severity) => (
                <NumberInput
                  key={severity}
                  label={wordsOf(severity)}
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
                label="Countries in which providers may be"
                description="Codes with commas. Empty: everywhere"
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
          {isBehind ? (
            <Conflict
              {...differencesOf(mine, rulesOf(settings))}
              onReload={() => {
                send.reset();
                begin({ settings, etag }, mine);
              }}
            />
          ) : (
            <FormError error={send.error} title="The rules were not changed" />
          )}
          {!isReadOnly && (
            <Button
              type="submit"
              loading={send.isPending}
              disabled={isBehind || !form.isDirty()}
              style={{ alignSelf: "start" }}
            >
              Save the rules
            </Button>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}
