"use client";

import { Alert, Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconScale } from "@tabler/icons-react";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
import { FormError } from "@/components/ui/feedback/form-error";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Link } from "@/components/ui/page/link";
import type { Erasure } from "@/lib/domains/erasure/schemas";
import styles from "./audit.module.css";
import { legalBasisNames } from "./labels";

interface EraseForm {
  legalBasis: string;
  reference: string;
  typed: string;
}

const bases = Object.entries(legalBasisNames).map(([value, label]) => ({ value, label }));

/** Erases the content of an event for good, once its id was typed; then says what repeats it and cannot be changed. */
export function EraseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const keyOf = useRepeatKey();
  const form = useForm<EraseForm>({
    initialValues: { legalBasis: "", reference: "", typed: "" },
    validate: {
      legalBasis: (legalBasis) => (legalBasis === "" ? "By which law or order?" : null),
      reference: (reference) => (reference.trim() === "" ? "Which case is it?" : null),
      typed: (typed) => (typed.trim() === id ? null : "This is not the event's id."),
    },
  });
  const send = useSend<EraseForm, Erasure>({
    send: ({ legalBasis, reference }) => {
      const input = { legalBasis, reference: reference.trim() };
      return api.post(`/v1/audit/${id}/erasure`, input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.audit.all(), keys.overview()],
    success: () => "The content is erased.",
    errors: "form",
    onSuccess: (erasure) => repeatsOf(erasure).length === 0 && onClose(),
  });
  const errors = fieldErrors(send.error);
  const field = fieldsOf(form, errors);
  const repeats = send.data && repeatsOf(send.data);

  return (
    <FormDialog
      title={repeats ? "What repeats the content" : "Erase this content"}
      action="Erase for good"
      danger
      failure="Nothing was erased"
      problem={send.error && <Refusal error={send.error} />}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
      result={
        repeats && (
          <Stack>
            <p className={styles.text}>
              The content is erased here. These repeat it, or part of it, and cannot be changed: recall the packages,
              and erase the alerts by themselves.
            </p>
            <ul className={styles.repeats}>
              {repeats.map(({ href, text }) => (
                <li key={href}>
                  <Link href={href}>{text}</Link>
                </li>
              ))}
            </ul>
            <Group justify="flex-end">
              <Button onClick={onClose}>Done</Button>
            </Group>
          </Stack>
        )
      }
    >
      <p className={styles.text}>
        <strong>Goes, for good:</strong> actor, payload, tags and metadata, the salt of their hash, links to tickets,
        and what stored webhook envelopes say of them.
      </p>
      <p className={styles.text}>
        <strong>Stays:</strong> the event with its place on the chain, its times, type, severity, model and source, and
        every hash, so that the chain still verifies. An event of its own says what was erased, and why.
      </p>
      <NativeSelect
        label="Legal basis"
        required
        data-autofocus
        data={[{ value: "", label: "Choose one" }, ...bases]}
        {...field("legalBasis")}
      />
      <TextInput
        label="Reference"
        description="The case in your own records. It stands on the chain for ever: never a name"
        placeholder="DSR-2026-0117"
        required
        maxLength={200}
        autoComplete="off"
        {...field("reference")}
      />
      <TextInput
        label={
          <>
            Type <code>{id}</code> to go on
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

/** Why it was refused; of legal holds, which, and the way to them. */
function Refusal({ error }: { error: Error | null }) {
  const holds = error instanceof ApiError && error.code === "legal_hold" ? holdsOf(error) : [];
  if (holds.length === 0) return <FormError error={error} title="Nothing was erased" />;
  return (
    <Alert
      color="red"
      role="alert"
      title="A legal hold covers this event"
      icon={<IconScale size={16} aria-hidden="true" />}
    >
      Nothing was erased, and nothing is while it stands:
      <ul className={styles.repeats}>
        {holds.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/settings/legal-holds?hold=${id}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function holdsOf({ members }: ApiError): { id: string; name: string }[] {
  return Array.isArray(members.holds) ? (members.holds as { id: string; name: string }[]) : [];
}

function repeatsOf({ evidencePackages, alertEvents }: Erasure): { href: string; text: string }[] {
  return [
    ...evidencePackages.map((id) => ({ href: `/evidence/${id}`, text: `Evidence package ${id}` })),
    ...alertEvents.map((id) => ({ href: `/audit/${id}`, text: `Alert ${id}` })),
  ];
}
