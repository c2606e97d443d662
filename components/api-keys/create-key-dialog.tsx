"use client";

import { Button, Group, Modal, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useSession } from "@/components/app/session";
import { ChoiceGroups } from "@/components/credentials/choice-groups";
import { NewSecret } from "@/components/credentials/new-secret";
import { useRepeatKey } from "@/components/credentials/use-repeat-key";
import { FormError } from "@/components/feedback/form-error";
import type { CreateApiKey, CreatedApiKey } from "@/lib/api-keys/schemas";
import type { Scope } from "@/lib/roles";
import { expiryOf, lifetimes } from "./key-expiry";
import { grantableGroups } from "./scope-words";

interface KeyForm {
  name: string;
  scopes: Scope[];
  lifetime: string;
  date: string;
}

/** Makes an API key, and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const keyOf = useRepeatKey();
  const { permissions } = useSession();
  const form = useForm<KeyForm>({
    initialValues: { name: "", scopes: [], lifetime: "90", date: "" },
    validate: {
      name: (name) => (name.trim() === "" ? "Who or what is to use it?" : null),
      scopes: (scopes) => (scopes.length === 0 ? "Choose at least one." : null),
      date: (date, { lifetime }) => (lifetime === "date" && date === "" ? "On which day?" : null),
    },
  });
  const send = useSend<KeyForm, CreatedApiKey>({
    send: (values) => {
      const expiresAt = expiryOf(values, Date.now());
      const name = values.name.trim();
      const input: CreateApiKey = { name, scopes: values.scopes, ...(expiresAt !== undefined && { expiresAt }) };
      return api.post("/v1/api-keys", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.apiKeys.all()],
    errors: "form",
  });
  const errors = fieldErrors(send.error);
  const created = send.data;

  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={created ? "Store the key" : "Create an API key"}
      {...(created && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
    >
      {created ? (
        <NewSecret label="key" value={created.key} onDone={onClose}>
          <strong>{created.name}</strong> sends it as <code>Authorization: Bearer …</code> with every request. Keep it
          where secrets are kept, not in source code.
        </NewSecret>
      ) : (
        <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
          <Stack>
            <FormError error={send.error} title="The key was not created" />
            <TextInput
              label="Name"
              description="Who or what uses it"
              placeholder="Credit scoring API"
              required
              data-autofocus
              maxLength={100}
              autoComplete="off"
              {...form.getInputProps("name")}
              error={form.errors.name ?? errors.name}
            />
            <ChoiceGroups
              legend="Scopes"
              description="An API key can have the scopes that your role has. For others, use npm run keys:create on the server's command line."
              groups={grantableGroups(permissions)}
              value={form.values.scopes}
              onChange={(scopes) => form.setFieldValue("scopes", scopes)}
              error={form.errors.scopes ? String(form.errors.scopes) : errors.scopes}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect label="Expires" data={lifetimes} {...form.getInputProps("lifetime")} />
              {form.values.lifetime === "date" && (
                <TextInput
                  type="date"
                  label="Day"
                  required
                  {...form.getInputProps("date")}
                  error={form.errors.date ?? errors.expiresAt}
                />
              )}
            </SimpleGrid>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
