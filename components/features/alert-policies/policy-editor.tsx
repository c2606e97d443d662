"use client";

import { Button, Fieldset, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useResource } from "@/components/ui/api/queries";
import { Columns } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf } from "@/components/ui/forms/fields";
import { useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { type Breadcrumb, Page } from "@/components/ui/page/page";
import { terms } from "@/components/ui/terms";
import type { AlertPolicy } from "@/lib/domains/alert-policies/schemas";
import { policyEditor as texts } from "./editor-texts";
import { entriesOf, formOf, type PolicyForm, problemsOf, toSettings } from "./policy-form";
import { AlertFields, RuleFields } from "./rule-fields";
import { RulePreview } from "./rule-preview";
import { common } from "./texts";

interface PolicyEditorProps {
  /** Undefined to create a new policy. */
  policy?: AlertPolicy;
  /** The version that was read. */
  etag?: string | null;
}

const list: Breadcrumb = { label: common.alertPolicies, href: "/alert-policies" };

/** Creates or changes a policy, beside a preview of its rule on past events. */
export function PolicyEditor({ policy, etag }: PolicyEditorProps) {
  const formId = useId();
  const router = useRouter();
  const keyOf = useRepeatKey();
  const names = useModelNames();
  const { form, headers, conflictOf } = useVersionedForm({ etag, values: formOf(policy), validate: problemsOf });
  const back = policy ? `/alert-policies/${policy.id}` : list.href;

  const send = useSend<PolicyForm, AlertPolicy>({
    send: (values) => {
      const input = toSettings(values);
      if (policy) return api.patch(`/v1/alert-policies/${policy.id}`, input, { headers });
      return api.post("/v1/alert-policies", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.alertPolicies.all()],
    success: ({ name }) => (policy ? texts.updated(name) : texts.created(name)),
    errors: "form",
    onSuccess: ({ id }) => router.push(`/alert-policies/${id}`),
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const conflict = conflictOf(send, (values) => entriesOf(values, names));

  return (
    <Page
      title={policy ? texts.editAlertPolicy : common.newAlertPolicy}
      breadcrumbs={policy ? [list, { label: policy.name, href: back }] : [list]}
    >
      <Columns
        details={<RulePreview form={form.values} />}
        after={
          <Group justify="flex-end">
            <Button variant="default" onClick={() => router.push(back)}>
              {terms.cancel}
            </Button>
            <Button type="submit" form={formId} loading={send.isPending} disabled={conflict !== null}>
              {policy ? terms.save : texts.create}
            </Button>
          </Group>
        }
      >
        <form
          id={formId}
          noValidate
          onSubmit={form.onSubmit(
            (values) => send.mutate(values),
            (problems) => form.getInputNode(Object.keys(problems)[0] ?? "")?.focus(),
          )}
        >
          <Stack>
            {conflict ?? <FormError error={send.error} title={texts.policyNotSaved} />}
            <Fieldset legend={terms.general}>
              <TextInput
                label={terms.name}
                required
                placeholder={texts.namePlaceholder}
                maxLength={200}
                autoComplete="off"
                {...field("name")}
              />
              <Textarea
                mt="sm"
                label={terms.description}
                placeholder={texts.descriptionPlaceholder}
                maxLength={2_000}
                {...field("description")}
              />
            </Fieldset>
            <RuleFields form={form} errors={errors} />
            <AlertFields form={form} errors={errors} />
          </Stack>
        </form>
      </Columns>
    </Page>
  );
}

export function ChangePolicy({ id }: { id: string }) {
  const query = useResource<AlertPolicy>(keys.alertPolicies.one(id), `/v1/alert-policies/${id}`);
  if (query.data) return <PolicyEditor policy={query.data.data} etag={query.data.etag} />;
  return (
    <Page title={texts.editAlertPolicy} breadcrumbs={[{ label: common.alertPolicies, href: "/alert-policies" }]}>
      <QueryState query={query} label={common.thePolicy}>
        {() => null}
      </QueryState>
    </Page>
  );
}
