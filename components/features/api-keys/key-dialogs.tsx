"use client";

import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { ChoiceGroups } from "@/components/ui/credentials/choice-groups";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { RotationDialog } from "@/components/ui/credentials/rotation-dialog";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { useSession } from "@/components/ui/page/session";
import { Time } from "@/components/ui/values/time";
import type { ApiKey, CreateApiKey, CreatedApiKey } from "@/lib/domains/api-keys/schemas";
import type { Scope } from "@/lib/platform/core/roles";
import { expiryOf, grantableGroups, lifetimes } from "./labels";

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
  const field = fieldsOf(form, errors);
  const created = send.data;

  return (
    <FormDialog
      title={created ? "Store the key" : "Create an API key"}
      size="xl"
      action="Create"
      failure="The key was not created"
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      locked={created !== undefined}
      result={
        created && (
          <NewSecret label="key" value={created.key} onDone={onClose}>
            <strong>{created.name}</strong> sends it as <code>Authorization: Bearer …</code> with every request. Keep it
            where secrets are kept, not in source code.
          </NewSecret>
        )
      }
    >
      <TextInput
        label="Name"
        description="Who or what uses it"
        placeholder="Credit scoring API"
        required
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...field("name")}
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
          <TextInput type="date" label="Day" required {...field("date", { sentAs: "expiresAt" })} />
        )}
      </SimpleGrid>
    </FormDialog>
  );
}

/** Replaces a key by a new one with its name and scopes, which is shown once, while the old one works for a while. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, hint, expiresAt } = apiKey;
  return (
    <RotationDialog<CreatedApiKey>
      label="key"
      title={`Rotate ${name}?`}
      failure="The key was not rotated"
      path={`/v1/api-keys/${id}/rotate`}
      invalidates={keys.apiKeys.all()}
      overlap={{
        label: "The old key goes on working for",
        description: "So that programs can change over one after the other.",
      }}
      secretOf={({ key }) => key}
      advice={(_, overlapSeconds) =>
        overlapSeconds > 0
          ? `Put it where ${hint} is used. The old key works until its time is over, as the list shows.`
          : `Put it where ${hint} was used: the old key is refused from now on.`
      }
      onClose={onClose}
    >
      <div>
        The new key has the same name and scopes.
        {expiresAt !== null && (
          <>
            {" "}
            It lives as long as this one was made to; this one ends on <Time value={expiresAt} /> at the latest.
          </>
        )}
      </div>
    </RotationDialog>
  );
}
