"use client";

import { Checkbox, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import type { CatalogueOverride } from "@/lib/domains/shadow-ai/catalogue/schemas";
import { knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";
import { labelOf } from "@/lib/platform/client/format";
import { categoryLabel } from "../labels";
import { type OverrideForm, overrideFormOf, toOverride } from "./override-form";

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
  const [form, setForm] = useState(() => overrideFormOf(override));
  const set = (change: Partial<OverrideForm>) => setForm((now) => ({ ...now, ...change }));
  const send = useSend<void>({
    send: () => api.put(`/v1/shadow-ai/catalogue/overrides/${encodeURIComponent(host.trim())}`, toOverride(form)),
    invalidates: [keys.catalogue(), keys.detections.all()],
    success: () => `Override for ${host.trim()} saved.`,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  const isNoHost = send.error instanceof ApiError && send.error.status === 404;
  return (
    <FormDialog
      title={given === "" ? "Add override" : `Edit override for ${given}`}
      action="Save"
      failure="The override was not saved"
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
      <Checkbox
        label="Ignore traffic to this host"
        checked={form.ignore}
        onChange={(event) => set({ ignore: event.currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Provider"
          value={form.providerName}
          error={errors["provider.name"] ?? errors["provider.id"]}
          onChange={(event) => set({ providerName: event.currentTarget.value })}
        />
        <Select
          label="Service"
          searchable
          clearable
          data={categories}
          value={form.category}
          error={errors.category}
          onChange={(category) => set({ category })}
        />
        <TextInput
          label="Jurisdiction"
          placeholder="FR"
          maxLength={2}
          value={form.jurisdiction}
          error={errors.jurisdiction}
          onChange={(event) => set({ jurisdiction: event.currentTarget.value.toUpperCase() })}
        />
        <Select
          label="Trains on inputs"
          clearable
          data={properties}
          value={form.trainsOnInputs}
          onChange={(trainsOnInputs) => set({ trainsOnInputs })}
        />
        <Select
          label="Data processing agreement"
          clearable
          data={properties}
          value={form.dpa}
          onChange={(dpa) => set({ dpa })}
        />
      </SimpleGrid>
      <Textarea label="Note" value={form.note} onChange={(event) => set({ note: event.currentTarget.value })} />
    </FormDialog>
  );
}
