"use client";

import { Button, Group, Modal, MultiSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useModelNames } from "@/components/audit/use-model-names";
import { useRepeatKey } from "@/components/credentials/use-repeat-key";
import { FormError } from "@/components/feedback/form-error";
import { errorAt } from "@/components/forms/error-at";
import type { LegalHold } from "@/lib/legal-holds/schemas";
import { type HoldForm, problemsOf, toPlacement } from "./hold-form";

/** Places a hold: from then on nothing that it covers is erased or deleted. */
export function PlaceHoldDialog({ onClose }: { onClose: () => void }) {
  const keyOf = useRepeatKey();
  const models = useModelNames();
  const form = useForm<HoldForm>({
    initialValues: { name: "", reason: "", reference: "", modelIds: [], isBounded: false, from: "", to: "" },
    validate: problemsOf,
  });
  const send = useSend<HoldForm, LegalHold>({
    send: (values) => {
      const input = toPlacement(values);
      return api.post("/v1/legal-holds", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.legalHolds.all()],
    success: ({ name }) => `The hold ${name} stands.`,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);

  return (
    <Modal opened onClose={onClose} size="lg" title="Place a legal hold">
      <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
        <Stack>
          <FormError error={send.error} title="The hold was not placed" />
          <TextInput
            label="Name"
            description="A case, not a person: it stands on the chain for ever"
            placeholder="Complaint 2026/118"
            required
            data-autofocus
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps("name")}
            error={form.errors.name ?? errors.name}
          />
          <TextInput
            label="Reference"
            description="The case in your own records. Stands on the chain too"
            placeholder="LIT-2026-0118"
            maxLength={200}
            autoComplete="off"
            {...form.getInputProps("reference")}
            error={errors.reference}
          />
          <Textarea
            label="Reason"
            description="For the organisation alone: it is in no event of the chain"
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            {...form.getInputProps("reason")}
            error={form.errors.reason ?? errors.reason}
          />
          <MultiSelect
            label="Models"
            description="None: all models of the organisation, also those to come"
            searchable
            clearable
            hidePickedOptions
            maxValues={100}
            nothingFoundMessage="No such model"
            clearButtonProps={{ "aria-label": "Take all models away" }}
            data={[...models].map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("modelIds")}
            error={errorAt(errors, "modelIds")}
          />
          <Switch
            label="Only a period"
            description="Off: all times, also those to come"
            {...form.getInputProps("isBounded", { type: "checkbox" })}
          />
          {form.values.isBounded && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                type="date"
                label="First day"
                required
                {...form.getInputProps("from")}
                error={form.errors.from ?? errorAt(errors, "dateRange", "from")}
              />
              <TextInput
                type="date"
                label="Last day"
                required
                {...form.getInputProps("to")}
                error={form.errors.to ?? errorAt(errors, "dateRange", "to")}
              />
            </SimpleGrid>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              Place the hold
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
