"use client";

import { Modal, MultiSelect, SimpleGrid, Switch, Text, Textarea, type TextareaProps, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { RecordedBy } from "@/components/features/audit-chain/event-values";
import { useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Link } from "@/components/ui/page/link";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { type HoldForm, periodOfHold, problemsOf, statusOfHold, toPlacement } from "./hold-form";
import styles from "./legal-holds.module.css";

export function HoldDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead<LegalHold>(keys.legalHolds.one(id), `/v1/legal-holds/${id}`);
  return (
    <Modal opened onClose={onClose} size="lg" title={query.data?.name ?? "Legal hold"}>
      <QueryState query={query} label="the legal hold">
        {(hold) => <HoldFacts hold={hold} />}
      </QueryState>
    </Modal>
  );
}

function HoldFacts({ hold }: { hold: LegalHold }) {
  const names = useModelNames();
  const { modelIds, placedAt, placedBy, releasedAt, releasedBy } = hold;
  return (
    <KeyValue
      rows={[
        ["Status", <StatusBadge key="status" kind="hold" value={statusOfHold(hold)} />],
        [
          "Reason",
          <span key="reason" className={styles.reason}>
            {hold.reason}
          </span>,
        ],
        ["Reference", hold.reference],
        [
          "Models",
          modelIds.length === 0 ? (
            "All models"
          ) : (
            <ul key="models" className={styles.models}>
              {modelIds.map((modelId) => (
                <li key={modelId}>
                  <Link href={`/models/${modelId}`}>{names.get(modelId) ?? modelId}</Link>
                </li>
              ))}
            </ul>
          ),
        ],
        ["Period", periodOfHold(hold)],
        ["Placed", <Time key="placed" value={placedAt} format="full" />],
        ["Placed by", <RecordedBy key="by" eventId={placedBy} />],
        ...(releasedBy === null
          ? []
          : ([
              ["Released", <Time key="released" value={releasedAt} format="full" />],
              ["Released by", <RecordedBy key="released-by" eventId={releasedBy} />],
              [
                "Release reason",
                <span key="why" className={styles.reason}>
                  {hold.releaseReason}
                </span>,
              ],
            ] as const)),
        ["ID", <Id key="id" value={hold.id} />],
      ]}
    />
  );
}

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
    success: ({ name }) => `Legal hold ${name} placed.`,
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));

  return (
    <FormDialog
      title="Place a legal hold"
      action="Place hold"
      failure="Legal hold not placed"
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The case name. It is stored permanently on the audit chain, so don't include personal data."
        placeholder="Complaint 2026/118"
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        {...field("name")}
      />
      <TextInput
        label="Reference"
        description="Your case reference. It is also stored permanently on the audit chain."
        placeholder="LIT-2026-0118"
        maxLength={200}
        autoComplete="off"
        {...field("reference")}
      />
      <ReasonField {...field("reason")} />
      <MultiSelect
        label="Models"
        description="Leave empty for all current and future models"
        searchable
        clearable
        hidePickedOptions
        maxValues={100}
        nothingFoundMessage="No models found"
        clearButtonProps={{ "aria-label": "Clear models" }}
        data={[...models].map(([value, label]) => ({ value, label }))}
        {...field("modelIds")}
      />
      <Switch
        label="Limit to a period"
        description="If this is off, the hold applies to all past and future periods."
        {...form.getInputProps("isBounded", { type: "checkbox" })}
      />
      {form.values.isBounded && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput type="date" label="First day" required {...field("from", { sentAs: "dateRange.from" })} />
          <TextInput type="date" label="Last day" required {...field("to", { sentAs: "dateRange.to" })} />
        </SimpleGrid>
      )}
    </FormDialog>
  );
}

export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? "Enter a reason." : null) },
  });
  const send = useSend<string, LegalHold>({
    send: (reason) => api.post(`/v1/legal-holds/${hold.id}/release`, { reason }),
    invalidates: [keys.legalHolds.all()],
    success: ({ name }) => `Legal hold ${name} released.`,
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title={`Release ${hold.name}`}
      action="Release hold"
      danger
      failure="Legal hold not released"
      sending={send}
      onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))}
      onClose={onClose}
    >
      <Text size="sm">
        Data that no other hold covers can then be erased, and will be deleted when its retention period ends. You can't
        undo a release, but you can place a new hold.
      </Text>
      <ReasonField data-autofocus {...field("reason")} />
    </FormDialog>
  );
}

function ReasonField(props: TextareaProps & { "data-autofocus"?: boolean }) {
  return (
    <Textarea
      label="Reason"
      description="Visible to your organisation only. Not stored on the audit chain."
      required
      autosize
      minRows={2}
      maxRows={8}
      maxLength={2_000}
      {...props}
    />
  );
}
