"use client";

import { MultiSelect, SimpleGrid, Switch, Text, Textarea, type TextareaProps, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { RecordedBy } from "@/components/features/audit-chain/event-values";
import { useModelField, useModelNames } from "@/components/features/models/use-models";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { Id } from "@/components/ui/values/identifiers";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { type HoldForm, periodOfHold, problemsOf, statusOfHold, toPlacement } from "./hold-form";
import styles from "./legal-holds.module.css";
import { common, holdDialogs as texts } from "./texts";

export function HoldDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead<LegalHold>(keys.legalHolds.one(id), `/v1/legal-holds/${id}`);
  return (
    <Dialog onClose={onClose} size="lg" title={query.data?.name ?? texts.legalHold}>
      <QueryState query={query} label={texts.theLegalHold}>
        {(hold) => <HoldFacts hold={hold} />}
      </QueryState>
    </Dialog>
  );
}

function HoldFacts({ hold }: { hold: LegalHold }) {
  const names = useModelNames();
  const { modelIds, placedAt, placedBy, releasedAt, releasedBy } = hold;
  return (
    <KeyValue
      rows={[
        [terms.status, <StatusBadge key="status" kind="hold" value={statusOfHold(hold)} />],
        [
          terms.reason,
          <span key="reason" className={styles.reason}>
            {hold.reason}
          </span>,
        ],
        [terms.reference, hold.reference],
        [
          terms.models,
          modelIds.length === 0 ? (
            common.allModels
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
        [terms.period, periodOfHold(hold)],
        [common.placed, <Time key="placed" value={placedAt} />],
        [common.placedBy, <RecordedBy key="by" eventId={placedBy} />],
        ...(releasedBy === null
          ? []
          : ([
              [common.released, <Time key="released" value={releasedAt} />],
              [texts.releasedBy, <RecordedBy key="released-by" eventId={releasedBy} />],
              [
                texts.releaseReason,
                <span key="why" className={styles.reason}>
                  {hold.releaseReason}
                </span>,
              ],
            ] as const)),
        [terms.id, <Id key="id" value={hold.id} />],
      ]}
    />
  );
}

export function PlaceHoldDialog({ onClose }: { onClose: () => void }) {
  const keyOf = useRepeatKey();
  const models = useModelNames();
  const modelField = useModelField();
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
    success: ({ name }) => texts.legalHoldPlaced(name),
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));

  return (
    <FormDialog
      {...texts.placeDialog}
      action={common.placeHold}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={terms.name}
        description={texts.nameDescription}
        placeholder={texts.namePlaceholder}
        required
        data-autofocus
        maxLength={200}
        autoComplete="off"
        {...field("name")}
      />
      <TextInput
        label={terms.reference}
        description={texts.referenceDescription}
        placeholder={texts.referencePlaceholder}
        maxLength={200}
        autoComplete="off"
        {...field("reference")}
      />
      <ReasonField {...field("reason")} />
      <MultiSelect
        label={terms.models}
        description={texts.modelsDescription}
        clearable
        hidePickedOptions
        maxValues={100}
        clearButtonProps={{ "aria-label": texts.clearModels }}
        data={[...models].map(([value, label]) => ({ value, label }))}
        {...field("modelIds")}
        {...modelField}
      />
      <Switch
        label={texts.limitToAPeriod}
        description={texts.limitPeriodDescription}
        {...form.getInputProps("isBounded", { type: "checkbox" })}
      />
      {form.values.isBounded && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput type="date" label={terms.firstDay} required {...field("from", { sentAs: "dateRange.from" })} />
          <TextInput type="date" label={terms.lastDay} required {...field("to", { sentAs: "dateRange.to" })} />
        </SimpleGrid>
      )}
    </FormDialog>
  );
}

export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: "" },
    validate: { reason: (reason) => (reason.trim() === "" ? common.enterAReason : null) },
  });
  const send = useSend<string, LegalHold>({
    send: (reason) => api.post(`/v1/legal-holds/${hold.id}/release`, { reason }),
    invalidates: [keys.legalHolds.all()],
    success: ({ name }) => texts.legalHoldReleased(name),
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title={common.releaseNamed(hold.name)}
      {...texts.releaseDialog}
      danger
      sending={send}
      onSubmit={form.onSubmit(({ reason }) => send.mutate(reason.trim()))}
      onClose={onClose}
    >
      <Text size="sm">{texts.releaseConsequence}</Text>
      <ReasonField data-autofocus {...field("reason")} />
    </FormDialog>
  );
}

function ReasonField(props: TextareaProps & { "data-autofocus"?: boolean }) {
  return (
    <Textarea
      label={terms.reason}
      description={texts.reasonDescription}
      required
      autosize
      minRows={2}
      maxRows={8}
      maxLength={2_000}
      {...props}
    />
  );
}
