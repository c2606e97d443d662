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
import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { labelOf } from "@/lib/platform/client/format";
import { categoryLabel } from "../labels";
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
    success: () => `Override for ${host.trim()} saved.`,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const isNoHost = send.error instanceof ApiError && send.error.status === 404;
  return (
    <FormDialog
      title={given === "" ? "Add override" : `Edit override for ${given}`}
      action="Save"
      failure="Override not saved"
      sending={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="Host"
        description="A host name, or *.example.com for all subdomains"
        required
        disabled={given !== ""}
        value={host}
        error={isNoHost ? "Must be a host name, such as api.example.com" : errors.host}
        onChange={(event) => setHost(event.currentTarget.value)}
      />
      <Checkbox label="Ignore traffic to this host" {...field("ignore", { type: "checkbox" })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Provider" {...field("providerName", { sentAs: "provider" })} />
        <Select label="Service" searchable clearable data={categories} {...field("category")} />
        <TextInput label="Jurisdiction" placeholder="FR" maxLength={2} {...field("jurisdiction")} />
        <Select label="Trains on inputs" clearable data={properties} {...field("trainsOnInputs")} />
        <Select label="Data processing agreement" clearable data={properties} {...field("dpa")} />
      </SimpleGrid>
      <Textarea label="Note" {...field("note")} />
    </FormDialog>
  );
}
