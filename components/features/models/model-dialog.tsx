"use client";

import { ActionIcon, Button, Fieldset, Select, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { useSession } from "@/components/ui/page/session";
import type { Model, RegisterModel, UpdateModel } from "@/lib/domains/models/schemas";
import { labelOf } from "@/lib/platform/client/format";
import { riskTiers } from "./filters";
import { entriesOf, formOf, type ModelForm, toRegistration, toUpdate } from "./model-form";
import styles from "./models.module.css";

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
    success: ({ name }) => (model ? `${name} updated.` : `${name} registered.`),
    errors: "form",
    onSuccess: ({ id }) => {
      onClose();
      if (!model) router.push(`/models/${id}`);
    },
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const conflict = conflictOf(send, entriesOf);

  return (
    <FormDialog
      title={model ? `Edit ${model.name}` : "Register model"}
      action={model ? "Save" : "Register"}
      failure="The model was not saved"
      problem={conflict}
      disabled={conflict !== null}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <TextInput label="Name" required data-autofocus {...field("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Version" {...field("version")} />
        <TextInput
          label="Provider"
          description="The provider's name in the catalogue"
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...field("provider")}
        />
        <Select
          label="Risk tier"
          data={riskTiers.map((tier) => ({ value: tier, label: labelOf(tier) }))}
          clearable
          {...field("riskTier")}
        />
        <TextInput
          label="Owner"
          type="email"
          placeholder="name@example.com"
          disabled={isOwner}
          {...field("ownerEmail")}
        />
      </SimpleGrid>
      <Textarea label="Description" {...field("description")} />
      <AllowedHosts form={form} errors={errors} />
    </FormDialog>
  );
}

interface AllowedHostsProps {
  form: UseFormReturnType<ModelForm>;
  /** By path: `allowedEndpoints.0.host`. */
  errors: Record<string, string>;
}

function AllowedHosts({ form, errors }: AllowedHostsProps) {
  const field = fieldsOf(form, errors);
  const { allowedEndpoints } = form.values;

  return (
    <Fieldset legend="Allowed hosts">
      <Text size="xs" c="dimmed" mb="xs">
        Use of these hosts is not treated as shadow AI. Leave departments and IP ranges empty to allow all.
      </Text>
      {allowedEndpoints.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hosts are edited in place and have no id.
        <div key={index} className={styles.host}>
          <TextInput label="Host" placeholder="api.example.com" {...field(`allowedEndpoints.${index}.host`)} />
          <TextInput
            label="Departments"
            placeholder="Risk, Finance"
            {...field(`allowedEndpoints.${index}.departments`)}
          />
          <TextInput label="IP ranges" placeholder="10.20.0.0/16" {...field(`allowedEndpoints.${index}.ipRanges`)} />
          <ActionIcon
            aria-label={`Remove host ${index + 1}`}
            onClick={() => form.removeListItem("allowedEndpoints", index)}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => form.insertListItem("allowedEndpoints", { host: "", departments: "", ipRanges: "" })}
      >
        Add host
      </Button>
    </Fieldset>
  );
}
