"use client";

import { Alert, Button, Group, List, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconScale } from "@tabler/icons-react";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import type { Erasure } from "@/lib/domains/erasure/schemas";
import { legalBasisNames } from "./labels";
import { common } from "./texts/common";
import { eraseDialog as texts } from "./texts/event";

interface EraseForm {
  legalBasis: string;
  reference: string;
  typed: string;
}

const bases = Object.entries(legalBasisNames).map(([value, label]) => ({ value, label }));

/** Erases an event's content after its ID is typed, then lists the documents and alerts that contain copies of it. */
export function EraseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const keyOf = useRepeatKey();
  const form = useForm<EraseForm>({
    initialValues: { legalBasis: "", reference: "", typed: "" },
    validate: {
      legalBasis: (legalBasis) => (legalBasis === "" ? texts.selectALegalBasis : null),
      reference: (reference) => (reference.trim() === "" ? texts.enterACaseReference : null),
      typed: (typed) => (typed.trim() === id ? null : texts.idMismatch),
    },
  });
  const send = useSend<EraseForm, Erasure>({
    send: ({ legalBasis, reference }) => {
      const input = { legalBasis, reference: reference.trim() };
      return api.post(`/v1/audit/${id}/erasure`, input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.audit.all(), keys.eventSummaries.all(), keys.overview()],
    success: () => texts.contentErased,
    errors: "form",
    onSuccess: (erasure) => repeatsOf(erasure).length === 0 && onClose(),
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const repeats = send.data && repeatsOf(send.data);

  return (
    <FormDialog
      title={repeats ? texts.copiesErasedContent : texts.eraseContent}
      action={texts.erasePermanently}
      danger
      failure={texts.contentNotErased}
      problem={send.error && <Refusal error={send.error} />}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      result={
        repeats && (
          <Stack>
            <Text size="sm">{texts.copiesRemain}</Text>
            <List>
              {repeats.map(({ href, text }) => (
                <List.Item key={href}>
                  <Link href={href}>{text}</Link>
                </List.Item>
              ))}
            </List>
            <Group justify="flex-end">
              <Button onClick={onClose}>{terms.done}</Button>
            </Group>
          </Stack>
        )
      }
    >
      <Text size="sm">
        <strong>Permanently erased:</strong> actor, payload, tags, metadata, hash salt and ticket links, including
        copies in stored webhook payloads.
      </Text>
      <Text size="sm">
        <strong>Kept:</strong> chain position, times, type, severity, model, source and all hashes. The chain can still
        be verified. A separate event records the erasure, its legal basis and your reference.
      </Text>
      <NativeSelect
        label={common.legalBasis}
        required
        data-autofocus
        data={[{ value: "", label: texts.legalBasisPlaceholder }, ...bases]}
        {...field("legalBasis")}
      />
      <TextInput
        label={terms.reference}
        description={texts.referenceDescription}
        placeholder={texts.referencePlaceholder}
        required
        maxLength={200}
        autoComplete="off"
        {...field("reference")}
      />
      <TextInput
        label={
          <>
            Type <code>{id}</code> to confirm
          </>
        }
        required
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("typed")}
      />
    </FormDialog>
  );
}

/** Why the erasure was refused, with links to the legal holds that cover the event. */
function Refusal({ error }: { error: Error | null }) {
  const holds = error instanceof ApiError && error.code === "legal_hold" ? holdsOf(error) : [];
  if (holds.length === 0) return <FormError error={error} title={texts.contentNotErased} />;
  return (
    <Alert color="red" role="alert" title={texts.heldTitle} icon={<IconScale size={16} aria-hidden="true" />}>
      {texts.releaseHolds}
      <List>
        {holds.map(({ id, name }) => (
          <List.Item key={id}>
            <Link href={`/settings/legal-holds?hold=${id}`}>{name}</Link>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function holdsOf({ members }: ApiError): { id: string; name: string }[] {
  return Array.isArray(members.holds) ? (members.holds as { id: string; name: string }[]) : [];
}

function repeatsOf({ evidencePackages, alertEvents }: Erasure): { href: string; text: string }[] {
  return [
    ...evidencePackages.map((id) => ({ href: `/evidence/${id}`, text: texts.evidencePackage(id) })),
    ...alertEvents.map((id) => ({ href: `/audit/${id}`, text: texts.alert(id) })),
  ];
}
