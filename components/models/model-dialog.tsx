"use client";

import { Button, Group, Modal, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useSession } from "@/components/app/session";
import { Conflict } from "@/components/feedback/conflict";
import { FormError } from "@/components/feedback/form-error";
import { rebase } from "@/components/forms/rebase";
import { wordsOf } from "@/lib/client/format";
import type { Model, RegisterModel, UpdateModel } from "@/lib/models/schemas";
import { AllowedHosts } from "./allowed-hosts";
import { riskTiers } from "./filters";
import { differencesOf, formOf, type ModelForm, toRegistration, toUpdate } from "./model-form";

interface ModelDialogProps {
  /** The model to change; left out: a new one is registered. */
  model?: Model;
  /** The version of it that was read, so that nobody else's change is overwritten. */
  etag?: string | null;
  onClose: () => void;
}

/** Registers a model, or changes what is known of one. What was typed stays when somebody else was faster. */
export function ModelDialog({ model, etag, onClose }: ModelDialogProps) {
  const router = useRouter();
  const { member } = useSession();
  const isOwner = member.role === "MODEL_OWNER";
  const read = () => ({ etag, form: formOf(model, isOwner ? member.email : "") });
  const [base, setBase] = useState(read);
  const form = useForm<ModelForm>({ initialValues: base.form });

  const send = useSend<ModelForm, Model>({
    send: (values) =>
      model
        ? api.patch<Model>(`/v1/models/${model.id}`, toUpdate(values) satisfies UpdateModel, {
            headers: base.etag ? { "If-Match": base.etag } : {},
          })
        : api.post<Model>("/v1/models", toRegistration(values) satisfies RegisterModel),
    invalidates: [keys.models.all(), keys.overview()],
    success: ({ name }) => (model ? `${name} was changed.` : `${name} is registered.`),
    errors: "form",
    onSuccess: ({ id }) => {
      onClose();
      if (!model) router.push(`/models/${id}`);
    },
  });
  const errors = fieldErrors(send.error);
  const isBehind = send.error instanceof ApiError && send.error.status === 412;
  const present = read();
  const mine = rebase(form.values, base.form, present.form);

  return (
    <Modal opened onClose={onClose} size="lg" title={model ? `Change ${model.name}` : "Register a model"}>
      <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
        <Stack>
          {isBehind ? (
            <Conflict
              {...differencesOf(mine, present.form)}
              onReload={() => {
                send.reset();
                setBase(present);
                form.setValues(mine);
              }}
            />
          ) : (
            <FormError error={send.error} title="The model was not saved" />
          )}
          <TextInput label="Name" required data-autofocus {...form.getInputProps("name")} error={errors.name} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Version" {...form.getInputProps("version")} error={errors.version} />
            <TextInput
              label="Provider"
              description="Who makes the model, as the catalogue names it"
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...form.getInputProps("provider")}
              error={errors.provider}
            />
            <Select
              label="Risk tier"
              data={riskTiers.map((tier) => ({ value: tier, label: wordsOf(tier) }))}
              clearable
              {...form.getInputProps("riskTier")}
              error={errors.riskTier}
            />
            <TextInput
              label="Owner"
              type="email"
              placeholder="name@example.com"
              disabled={isOwner}
              {...form.getInputProps("ownerEmail")}
              error={errors.ownerEmail}
            />
          </SimpleGrid>
          <Textarea label="What it does" {...form.getInputProps("description")} error={errors.description} />
          <AllowedHosts form={form} errors={errors} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending} disabled={isBehind}>
              {model ? "Save" : "Register"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
