"use client";

import { Avatar, Button, Group, Radio, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useModelChoices } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { localDay } from "@/components/ui/forms/fields";
import { FormDialog, type FormDialogProps } from "@/components/ui/forms/form-dialog";
import { May, useMay, useSession } from "@/components/ui/page/session";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import type { Assignees, UpdatedDetections } from "@/lib/domains/shadow-ai/schemas-triage";
import { countText, labelOf } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import { type Resolution, type ResolutionForm, resolutionsFor } from "./resolution-form";
import { type AllMatches, type TriagedDetection, useResolve, useTriage } from "./use-triage";

/** Assigns detections to a member, or to another address if the organisation allows it. */
export function AssignDialog({ detections, all, etag, onClose, onDone }: TriageDialogProps) {
  const triage = useTriage(all);
  const { member } = useSession();
  const assignees = useRead<Assignees>(keys.detections.assignees(), "/v1/shadow-ai/assignees");
  const [email, setEmail] = useState("");
  const [isOther, setOther] = useState(false);
  const ids = detections.map(({ id }) => id);
  const sending = useSending(() => triage.change(ids, { assignedTo: email.trim() || null }, { etag }), onDone);
  const members = new Map((assignees.data?.data ?? [member]).map((one) => [one.email, one]));
  return (
    <TriageForm
      title={`Assign ${whichOf(detections, all)}`}
      action={email.trim() === "" ? "Remove assignee" : "Assign"}
      sending={sending}
      onClose={onClose}
    >
      {isOther ? (
        <TextInput
          label="E-mail address"
          description="The assignee is notified by e-mail. The assignee does not have to be a member."
          type="email"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        <Select
          label="Member"
          description="The assignee is notified by e-mail. Leave empty to remove the assignee."
          data={[...members.values()].map(({ name, email: value }) => ({ value, label: `${name} (${value})` }))}
          renderOption={({ option }) => <Option {...members.get(option.value)} fallback={option.label} />}
          searchable
          clearable
          data-autofocus
          value={members.has(email) ? email : null}
          onChange={(value) => setEmail(value ?? "")}
        />
      )}
      {!assignees.data?.membersOnly && (
        <Switch
          label="Use another e-mail address"
          checked={isOther}
          onChange={(event) => {
            setOther(event.currentTarget.checked);
            setEmail("");
          }}
        />
      )}
      <Button
        variant="subtle"
        size="xs"
        onClick={() => {
          setOther(false);
          setEmail(member.email);
        }}
        style={{ alignSelf: "start" }}
      >
        Assign to me
      </Button>
    </TriageForm>
  );
}

function Option({ name, email, role, fallback }: { name?: string; email?: string; role?: string; fallback: string }) {
  if (name === undefined || role === undefined) return fallback;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} size="sm" color="initials" />
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {labelOf(role)} · {email}
        </Text>
      </div>
    </Group>
  );
}

export function DismissDialog({ detections, all, etag, onClose, onDone }: TriageDialogProps) {
  const triage = useTriage(all);
  const [notes, setNotes] = useState("");
  const sending = useSending(() => triage.decide(detections, { status: "DISMISSED", notes }, { etag }), onDone);
  return (
    <TriageForm title={`Dismiss ${whichOf(detections, all)}`} action="Dismiss" sending={sending} onClose={onClose}>
      <Text size="sm" c="dimmed">
        For noise, duplicates and detections that are out of scope. You can reopen a dismissed detection.
      </Text>
      <Textarea
        label="Reason"
        required
        data-autofocus
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </TriageForm>
  );
}

const empty: ResolutionForm = { resolution: "ONBOARDED", modelId: null, modelName: "", notes: "", endsOn: "" };

export function ResolveDialog({ detections, all, etag, onClose, onDone }: TriageDialogProps) {
  const mayApprove = useMay("exceptions:approve");
  const mayResolve = useMay("shadow_ai:resolve");
  const choices = resolutionsFor({ resolve: mayResolve, approve: mayApprove });
  const [form, setForm] = useState({ ...empty, resolution: choices[0].value });
  const set = (change: Partial<ResolutionForm>) => setForm((now) => ({ ...now, ...change }));
  const resolve = useResolve(mayApprove, all);
  const sending = useSending(() => resolve(detections, form, etag), onDone);
  const chosen = choices.find(({ value }) => value === form.resolution) ?? choices[0];

  return (
    <TriageForm
      title={
        mayResolve ? `Resolve ${whichOf(detections, all)}` : `Request an exception for ${whichOf(detections, all)}`
      }
      action={chosen.action}
      sending={sending}
      onClose={onClose}
    >
      <Radio.Group
        label="Resolution"
        value={form.resolution}
        onChange={(value) => set({ resolution: value as Resolution })}
      >
        <Stack gap="xs" mt="xs">
          {choices.map(({ value, label, consequence }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={consequence}
              data-autofocus={value === form.resolution || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.resolution === "ONBOARDED" && <ModelChoice form={form} set={set} />}
      {form.resolution === "APPROVED_EXCEPTION" && (
        <ExceptionEnd value={form.endsOn} onChange={(endsOn) => set({ endsOn })} />
      )}
      <Textarea
        label={chosen.notes}
        required={form.resolution !== "ONBOARDED"}
        value={form.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </TriageForm>
  );
}

type TriageFormProps = Pick<FormDialogProps, "title" | "action" | "onClose" | "children"> & {
  sending: UseMutationResult<UpdatedDetections, Error, void>;
};

/** The frame of the triage dialogs. */
function TriageForm({ sending, ...dialog }: TriageFormProps) {
  return (
    <FormDialog
      {...dialog}
      failure="The change was not saved"
      sending={sending}
      onSubmit={() => sending.mutate()}
      nativeValidation
    />
  );
}

function useSending(send: () => Promise<UpdatedDetections>, onDone: (outcome: UpdatedDetections) => void) {
  return useMutation<UpdatedDetections, Error, void>({ mutationFn: send, onSuccess: onDone });
}

/** A dialog about one detection or several. */
export interface TriageDialogProps {
  detections: readonly TriagedDetection[];
  /** Set if the dialog is about every match of the filters, and `detections` are only some of them. */
  all?: AllMatches | undefined;
  /** The version that was shown, for a single detection. */
  etag?: string | null;
  onClose: () => void;
  onDone: (outcome: UpdatedDetections) => void;
}

function whichOf({ length }: readonly unknown[], all?: AllMatches): string {
  if (all) return `all ${countText(all.count)} matching detections`;
  return length === 1 ? "this detection" : `${length} detections`;
}

interface ModelChoiceProps {
  form: ResolutionForm;
  set: (change: Partial<ResolutionForm>) => void;
}

/** The model that covers the usage: a registered one, or the name of a new one. */
function ModelChoice({ form, set }: ModelChoiceProps) {
  const [isNew, setNew] = useState(false);
  const { choices, isPending } = useModelChoices();
  const change = (next: boolean) => {
    setNew(next);
    set({ modelId: null, modelName: "" });
  };
  return (
    <div>
      {isNew ? (
        <TextInput
          label="Name of the new model"
          required
          value={form.modelName}
          onChange={(event) => set({ modelName: event.currentTarget.value })}
        />
      ) : (
        <Select
          label="Model"
          required
          searchable
          placeholder={isPending ? "Loading models…" : "Select a model"}
          nothingFoundMessage="No matching models"
          data={choices}
          value={form.modelId}
          onChange={(modelId) => set({ modelId })}
        />
      )}
      <May permission="models:write">
        <Button variant="subtle" size="xs" mt={4} onClick={() => change(!isNew)}>
          {isNew ? "Select a registered model" : "Register a new model"}
        </Button>
      </May>
    </div>
  );
}

interface ExceptionEndProps {
  /** `YYYY-MM-DD`. Empty for the default duration. */
  value: string;
  onChange: (value: string) => void;
}

const dayMs = 86_400_000;

/** The last day of an exception, within the organisation's limit. */
function ExceptionEnd({ value, onChange }: ExceptionEndProps) {
  const now = useNow();
  const settings = useRead<SettingsDocument>(keys.shadowAiSettings(), "/v1/shadow-ai/settings");
  const days = settings.data?.exceptionMaxDays ?? 365;
  return (
    <TextInput
      type="date"
      label="Expires on"
      description={`At most ${days} days from now. Defaults to ${Math.min(90, days)} days.`}
      min={now === null ? undefined : localDay(now + dayMs)}
      max={now === null ? undefined : localDay(now + days * dayMs)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
