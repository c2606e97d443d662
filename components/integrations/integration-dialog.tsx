"use client";

import { Button, Group, Modal, NumberInput, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { useModelNames } from "@/components/audit/use-model-names";
import { NewSecret } from "@/components/credentials/new-secret";
import { useRepeatKey } from "@/components/credentials/use-repeat-key";
import { Conflict } from "@/components/feedback/conflict";
import { FormError } from "@/components/feedback/form-error";
import { differencesBetween } from "@/components/forms/differences";
import { rebase } from "@/components/forms/rebase";
import type { CreatedIntegration, Integration } from "@/lib/integrations/schemas";
import { type IntegrationKind, integrationKinds } from "@/lib/integrations/vocabulary";
import {
  atFormRows,
  formOf,
  type IntegrationForm,
  problemsOf,
  sayingsOf,
  toCreation,
  toUpdate,
} from "./integration-form";
import { ModelRules } from "./model-rules";
import { productWords } from "./product-words";
import { ReceiverUrl } from "./receiver-url";
import { SetupSteps } from "./setup-steps";

interface IntegrationDialogProps {
  /** The integration to change; left out: a new one is made. */
  integration?: Integration;
  /** The version of it that was read, so that nobody else's change is overwritten. */
  etag?: string | null;
  onClose: () => void;
}

/** Makes an integration, and shows its secret once with what to do in the product; or changes one. */
export function IntegrationDialog({ integration, etag, onClose }: IntegrationDialogProps) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const names = useModelNames();
  const read = () => ({ etag, form: formOf(integration) });
  const [base, setBase] = useState(read);
  const form = useForm<IntegrationForm>({ initialValues: base.form, validate: problemsOf });

  const send = useSend<IntegrationForm, CreatedIntegration>({
    send: (values) => {
      const headers: Record<string, string> = base.etag ? { "If-Match": base.etag } : {};
      if (integration) return api.patch(`/v1/integrations/${integration.id}`, toUpdate(values), { headers });
      const input = toCreation(values);
      return api.post("/v1/integrations", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.integrations.all()],
    success: ({ name }) => (integration ? `${name} was changed.` : undefined),
    errors: "form",
    onSuccess: () => integration && onClose(),
  });
  const errors = atFormRows(fieldErrors(send.error), form.values.models);
  const isBehind = send.error instanceof ApiError && send.error.status === 412;
  const present = read();
  const mine = rebase(form.values, base.form, present.form);
  const created = integration ? undefined : send.data;
  const words = productWords[form.values.kind];

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={created ? `Connect ${words.name}` : integration ? `Change ${integration.name}` : "Connect a product"}
      {...(created && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
    >
      {created ? (
        <NewSecret
          label="secret"
          value={created.secret}
          steps={<SetupSteps integration={created} />}
          onDone={() => {
            onClose();
            router.push(`/integrations/${created.id}`);
          }}
        >
          <strong>{created.name}</strong> receives at the URL
          <div>
            <ReceiverUrl url={created.receiverUrl} />
          </div>
          what {words.name} signs with the secret
        </NewSecret>
      ) : (
        <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
          <Stack>
            {isBehind ? (
              <Conflict
                {...differencesBetween((one) => sayingsOf(one, names), mine, present.form)}
                onReload={() => {
                  send.reset();
                  setBase(present);
                  form.setValues(mine);
                }}
              />
            ) : (
              <FormError error={send.error} title="The integration was not saved" />
            )}
            {!integration && (
              <Radio.Group
                label="Product"
                value={form.values.kind}
                onChange={(kind) => form.setFieldValue("kind", kind as IntegrationKind)}
              >
                <Stack gap="xs" mt="xs">
                  {integrationKinds.map((kind) => (
                    <Radio
                      key={kind}
                      value={kind}
                      label={productWords[kind].name}
                      description={productWords[kind].brings}
                    />
                  ))}
                </Stack>
              </Radio.Group>
            )}
            <TextInput
              label="Name"
              required
              data-autofocus
              placeholder="Models repository"
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps("name")}
              error={form.errors.name ?? errors.name}
            />
            <ModelRules form={form} errors={errors} />
            <NumberInput
              label="Hours until its silence is told"
              description="So long without a delivery, and it counts as disconnected. Choose more than a weekend; empty: never"
              min={1}
              max={8_760}
              allowDecimal={false}
              {...form.getInputProps("silentAfterHours")}
              error={errors.silentAfterHours}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending} disabled={isBehind}>
                {integration ? "Save" : "Create"}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
