"use client";

import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ApiError, api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { type Breadcrumb, Page } from "@/components/app/page";
import { useModelNames } from "@/components/audit/use-model-names";
import { useRepeatKey } from "@/components/credentials/use-repeat-key";
import { Conflict } from "@/components/feedback/conflict";
import { FormError } from "@/components/feedback/form-error";
import { differencesBetween } from "@/components/forms/differences";
import { rebase } from "@/components/forms/rebase";
import type { AlertPolicy } from "@/lib/alert-policies/schemas";
import { AlertFields } from "./alert-fields";
import styles from "./alert-policies.module.css";
import { formOf, type PolicyForm, problemsOf, sayingsOf, toSettings } from "./policy-form";
import { RuleFields } from "./rule-fields";
import { RulePreview } from "./rule-preview";

interface PolicyEditorProps {
  /** The policy to change; left out: a new one is made. */
  policy?: AlertPolicy;
  /** The version of it that was read, so that nobody else's change is overwritten. */
  etag?: string | null;
}

const list: Breadcrumb = { label: "Alert policies", href: "/alert-policies" };

/** Makes a policy or changes one, beside what its rule would have done with the events of the past. */
export function PolicyEditor({ policy, etag }: PolicyEditorProps) {
  const router = useRouter();
  const keyOf = useRepeatKey();
  const names = useModelNames();
  const read = () => ({ etag, form: formOf(policy) });
  const [base, setBase] = useState(read);
  const form = useForm<PolicyForm>({ initialValues: base.form, validate: problemsOf });
  const back = policy ? `/alert-policies/${policy.id}` : list.href;

  const send = useSend<PolicyForm, AlertPolicy>({
    send: (values) => {
      const input = toSettings(values);
      const headers: Record<string, string> = base.etag ? { "If-Match": base.etag } : {};
      if (policy) return api.patch(`/v1/alert-policies/${policy.id}`, input, { headers });
      return api.post("/v1/alert-policies", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.alertPolicies.all()],
    success: ({ name }) => (policy ? `${name} was changed.` : `${name} looks at events from now on.`),
    errors: "form",
    onSuccess: ({ id }) => router.push(`/alert-policies/${id}`),
  });
  const errors = fieldErrors(send.error);
  const isBehind = send.error instanceof ApiError && send.error.status === 412;
  const present = read();
  const mine = rebase(form.values, base.form, present.form);

  return (
    <Page
      title={policy ? `Change ${policy.name}` : "New alert policy"}
      breadcrumbs={policy ? [list, { label: policy.name, href: back }] : [list]}
    >
      <div className={styles.editor}>
        <form
          noValidate
          onSubmit={form.onSubmit(
            (values) => send.mutate(values),
            (problems) => form.getInputNode(Object.keys(problems)[0] ?? "")?.focus(),
          )}
        >
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
              <FormError error={send.error} title="The policy was not saved" />
            )}
            <TextInput
              label="Name"
              required
              placeholder="Low confidence in production"
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps("name")}
              error={form.errors.name ?? errors.name}
            />
            <Textarea
              label="Description"
              placeholder="What whoever is told should do"
              maxLength={2_000}
              {...form.getInputProps("description")}
              error={errors.description}
            />
            <RuleFields form={form} errors={errors} />
            <AlertFields form={form} errors={errors} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => router.push(back)}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending} disabled={isBehind}>
                {policy ? "Save" : "Create"}
              </Button>
            </Group>
          </Stack>
        </form>
        <RulePreview form={form.values} />
      </div>
    </Page>
  );
}
