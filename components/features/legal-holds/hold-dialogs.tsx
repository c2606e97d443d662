"use client";

import { Modal, MultiSelect, SimpleGrid, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { RecordedBy } from "@/components/features/audit-chain/event-values";
import { useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { useRepeatKey } from "@/components/ui/credentials/use-repeat-key";
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

/** One hold: why it was placed, what it covers, and who placed and released it, as the chain says. */
export function HoldDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead<LegalHold>(keys.legalHolds.one(id), `/v1/legal-holds/${id}`);
  return (
    <Modal opened onClose={onClose} size="lg" title={query.data?.name ?? "Legal hold"}>
      <QueryState query={query} label="the hold">
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
                "Why",
                <span key="why" className={styles.reason}>
                  {hold.releaseReason}
                </span>,
              ],
            ] as const)),
        ["Id", <Id key="id" value={hold.id} />],
      ]}
    />
  );
}

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
  const field = fieldsOf(form, fieldErrors(send.error));

  return (
    <FormDialog
      title="Place a legal hold"
      action="Place the hold"
      failure="The hold was not placed"
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="A case, not a person: it stands on the chain for ever"
        placeholder="Complaint 2026/118"
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        {...field("name")}
      />
      <TextInput
        label="Reference"
        description="The case in your own records. Stands on the chain too"
        placeholder="LIT-2026-0118"
        maxLength={200}
        autoComplete="off"
        {...field("reference")}
      />
      <Textarea
        label="Reason"
        description="For the organisation alone: it is in no event of the chain"
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        {...field("reason")}
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
        {...field("modelIds")}
      />
      <Switch
        label="Only a period"
        description="Off: all times, also those to come"
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

/** Releases a hold for good, with the reason. */
export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? "Why is it not needed any more?" : null) },
  });
  const send = useSend<string, LegalHold>({
    send: (reason) => api.post(`/v1/legal-holds/${hold.id}/release`, { reason }),
    invalidates: [keys.legalHolds.all()],
    success: ({ name }) => `The hold ${name} is released.`,
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title={`Release ${hold.name}`}
      action="Release"
      danger
      failure="The hold was not released"
      sending={send}
      onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))}
      onClose={onClose}
    >
      <Text size="sm">
        What no other hold covers may be erased again, and is deleted when its time is over. A release is not taken
        back: place another hold instead.
      </Text>
      <Textarea
        label="Reason"
        description="For the organisation alone: it is in no event of the chain"
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        {...field("reason")}
      />
    </FormDialog>
  );
}
