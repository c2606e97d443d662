"use client";

import { Checkbox, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { terms } from "@/components/ui/terms";
import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { labelOf } from "@/lib/platform/client/format";
import { categoryLabel } from "../labels";
import { overrideDialog as texts } from "../texts/catalogue";
import { common } from "../texts/common";
import { overrideFormOf, toOverride } from "./override-form";

interface OverrideDialogProps {
  /** Empty for a new override. */
  host: string;
  override: CatalogueOverride | undefined;
  onClose: () => void;
}

const properties = knownProperties.map((value) => ({ value, label: labelOf(value) }));
const categories = serviceCategories.map((value) => ({ value, label: categoryLabel(value) }));

/** Creates or edits the organisation's override for a host. */
export function OverrideDialog({ host: given, override, onClose }: OverrideDialogProps) {
  const [host, setHost] = useState(given);
  const form = useForm({ initialValues: overrideFormOf(override) });
  const send = useSend<void>({
    send: () =>
      api.put(`/v1/shadow-ai/catalogue/overrides/${encodeURIComponent(host.trim())}`, toOverride(form.values)),
    invalidates: [keys.catalogue(), keys.detections.all()],
    success: () => texts.overrideSaved(host.trim()),
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const isNoHost = send.error instanceof ApiError && send.error.status === 404;
  return (
    <FormDialog
      title={given === "" ? common.addOverride : texts.editOverrideFor(given)}
      action={terms.save}
      failure={texts.overrideNotSaved}
      sending={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={common.host}
        description={texts.hostDescription}
        required
        disabled={given !== ""}
        value={host}
        error={isNoHost ? texts.mustHostName : errors.host}
        onChange={(event) => setHost(event.currentTarget.value)}
      />
      <Checkbox label={texts.ignoreTrafficHost} {...field("ignore", { type: "checkbox" })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={terms.provider} {...field("providerName", { sentAs: "provider" })} />
        <Select label={terms.service} searchable clearable data={categories} {...field("category")} />
        <TextInput
          label={common.jurisdiction}
          placeholder={texts.jurisdictionPlaceholder}
          maxLength={2}
          {...field("jurisdiction")}
        />
        <Select label={common.trainsOnInputs} clearable data={properties} {...field("trainsOnInputs")} />
        <Select label={common.dataProcessingAgreement} clearable data={properties} {...field("dpa")} />
      </SimpleGrid>
      <Textarea label={common.note} {...field("note")} />
    </FormDialog>
  );
}
