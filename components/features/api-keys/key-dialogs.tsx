"use client";

import { List, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { ChoiceGroups } from "@/components/ui/credentials/choice-groups";
import { NewSecret } from "@/components/ui/credentials/new-secret";
import { RotationDialog } from "@/components/ui/credentials/rotation-dialog";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { Time } from "@/components/ui/values/time";
import type { ApiKey, CreateApiKey, CreatedApiKey } from "@/lib/domains/api-keys/schemas";
import type { OrganisationDetail } from "@/lib/domains/organisations/schemas";
import type { Scope } from "@/lib/platform/core/roles";
import { expiryOf, grantableGroups, lifetimes } from "./labels";
import { common, keyDialogs as texts } from "./texts";

interface KeyForm {
  name: string;
  scopes: Scope[];
  lifetime: string;
  date: string;
}

/** Creates an API key and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const keyOf = useRepeatKey();
  const { permissions } = useSession();
  const organisation = useRead<OrganisationDetail>(keys.organisation(), "/v1/organisation");
  const form = useForm<KeyForm>({
    initialValues: { name: "", scopes: [], lifetime: "default", date: "" },
    validate: {
      name: (name) => (name.trim() === "" ? terms.enterName : null),
      scopes: (scopes) => (scopes.length === 0 ? texts.selectScope : null),
      date: (date, { lifetime }) => (lifetime === "date" && date === "" ? texts.selectADate : null),
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
      title={created ? texts.saveYourApiKey : common.createApiKey}
      size="xl"
      action={common.createApiKey}
      failure={texts.apiKeyNotCreated}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      locked={created !== undefined}
      result={
        created && (
          <NewSecret label={texts.key} value={created.key} onDone={onClose}>
            Send the key for <strong>{created.name}</strong> in the <code>Authorization: Bearer …</code> header of every
            request. Store it in a secret manager, not in source code.
          </NewSecret>
        )
      }
    >
      <TextInput
        label={terms.name}
        {...texts.name}
        required
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...field("name")}
      />
      <ChoiceGroups
        legend={common.scopes}
        description={texts.scopesDescription}
        groups={grantableGroups(permissions)}
        value={form.values.scopes}
        onChange={(scopes) => form.setFieldValue("scopes", scopes)}
        error={form.errors.scopes ? String(form.errors.scopes) : errors.scopes}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={terms.expires}
          data={lifetimes(organisation.data?.apiKeyLifetimeDays)}
          {...form.getInputProps("lifetime")}
        />
        {form.values.lifetime === "date" && (
          <TextInput type="date" label={texts.expiryDate} required {...field("date", { sentAs: "expiresAt" })} />
        )}
      </SimpleGrid>
    </FormDialog>
  );
}

/** Replaces a key. The old key can stay valid for an overlap period. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, hint, scopes, expiresAt } = apiKey;
  const permissions: readonly string[] = useSession().permissions;
  const missing = scopes.filter((scope) => !permissions.includes(scope));
  if (missing.length > 0)
    return (
      <Dialog onClose={onClose} title={texts.cannotRotate(name)}>
        <p>{texts.missingScopes}</p>
        <List my="sm">
          {missing.map((scope) => (
            <List.Item key={scope}>
              <code>{scope}</code>
            </List.Item>
          ))}
        </List>
        <p>{texts.askForKey}</p>
      </Dialog>
    );
  return (
    <RotationDialog<CreatedApiKey>
      label={texts.key}
      title={texts.rotateQuestion(name)}
      failure={texts.apiKeyNotRotated}
      path={`/v1/api-keys/${id}/rotate`}
      invalidates={keys.apiKeys.all()}
      overlap={texts.overlap}
      secretOf={({ key }) => key}
      advice={(_, overlapSeconds) =>
        overlapSeconds > 0 ? texts.replaceApplicationsBefore(hint) : texts.replaceApplicationsNow(hint)
      }
      onClose={onClose}
    >
      <div>
        {texts.rotateIntroduction(expiresAt !== null)}
        {expiresAt !== null && (
          <>
            {" "}
            The old key expires no later than <Time value={expiresAt} />.
          </>
        )}
      </div>
    </RotationDialog>
  );
}
