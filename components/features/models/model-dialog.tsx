"use client";

import { Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FieldRows } from "@/components/ui/forms/field-rows";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { Model, RegisterModel, UpdateModel } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { riskTiers } from "./constants";
import { modelDialog as texts } from "./dialog-texts";
import { entriesOf, formOf, type ModelForm, toRegistration, toUpdate } from "./model-form";
import { common } from "./texts";

interface ModelDialogProps {
  /** The model to edit. Omit it to register a new one. */
  model?: Model;
  /** The version that was read, for `If-Match`. */
  etag?: string | null;
  onClose: () => void;
}

/** Registers or edits a model. */
export function ModelDialog({ model, etag, onClose }: ModelDialogProps) {
  const router = useRouter();
  const { member } = useSession();
  const isOwner = member.role === "MODEL_OWNER";
  const { form, headers, conflictOf } = useVersionedForm({ etag, values: formOf(model, isOwner ? member.email : "") });

  const send = useSend<ModelForm, Model>({
    send: (values) =>
      model
        ? api.patch<Model>(`/v1/models/${model.id}`, toUpdate(values) satisfies UpdateModel, { headers })
        : api.post<Model>("/v1/models", toRegistration(values) satisfies RegisterModel),
    invalidates: [keys.models.all(), keys.overview()],
    success: ({ name }) => (model ? texts.updated(name) : texts.registered(name)),
    errors: "form",
    onSuccess: ({ id }) => {
      onClose();
      if (!model) router.push(`/models/${id}`);
    },
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  const conflict = conflictOf(send, entriesOf);

  return (
    <FormDialog
      title={model ? texts.editNamed(model.name) : common.registerModel}
      action={model ? terms.save : texts.register}
      failure={texts.modelNotSaved}
      problem={conflict}
      disabled={conflict !== null}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={terms.name} required data-autofocus {...field("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={terms.version} {...field("version")} />
        <TextInput
          label={terms.provider}
          description={texts.providerDescription}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...field("provider")}
        />
        <Select
          label={common.riskTier}
          data={riskTiers.map((tier) => ({ value: tier, label: labelOf(tier) }))}
          clearable
          {...field("riskTier")}
        />
        <TextInput
          label={common.owner}
          type="email"
          placeholder={texts.ownerPlaceholder}
          disabled={isOwner}
          {...field("ownerEmail")}
        />
      </SimpleGrid>
      <Textarea label={terms.description} {...field("description")} />
      <FieldRows
        form={form}
        path="allowedEndpoints"
        empty={{ host: "", departments: "", ipRanges: "" }}
        legend={common.allowedHosts}
        note={texts.allowedHostsNote}
        noun={texts.host}
        summaryOf={({ host }) => host}
      >
        {(row) => (
          <>
            <TextInput {...texts.hostField} {...field(`${row}.host`)} />
            <TextInput {...texts.departments} {...field(`${row}.departments`)} />
            <TextInput label={texts.ipRanges} placeholder="10.20.0.0/16" {...field(`${row}.ipRanges`)} />
          </>
        )}
      </FieldRows>
    </FormDialog>
  );
}
