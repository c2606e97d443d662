"use client";

import { Avatar, Button, Group, Radio, Select, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useModelChoices } from "@/components/features/models/use-models";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { localDay, optionsState } from "@/components/ui/forms/fields";
import { May, useMay, useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { roleNames } from "@/components/ui/texts";
import type { Model } from "@/lib/domains/models/schemas";
import type { Resolution } from "@/lib/domains/shadow-ai/enums";
import type { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import type { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";
import { useNow } from "@/lib/platform/client/use-environment";
import type { Role } from "@/lib/platform/core/roles";
import { common } from "../texts/common";
import { triageDialogs as texts } from "../texts/triage-dialogs";
import { noResolution, type ResolutionForm, resolutionsFor, toDecision, toRequest } from "./resolution-form";
import { SnoozeDialog } from "./snooze-dialog";
import { type StepDialogProps, TriageForm, whichOf } from "./triage-form";
import { type TriageStep, useTriage } from "./use-triage";

/** The dialog of a triage step. */
export function TriageDialog({ step, ...props }: StepDialogProps & { step: TriageStep }) {
  const Dialog = dialogs[step];
  return <Dialog {...props} />;
}

/** Assigns detections to a member, or to another address if the organisation allows it. */
function AssignDialog({ target, ...dialog }: StepDialogProps) {
  const triage = useTriage();
  const { member } = useSession();
  const assignees = useRead<Assignees>(keys.detections.assignees(), "/v1/shadow-ai/assignees");
  const [email, setEmail] = useState("");
  const [isOther, setOther] = useState(false);
  const members = new Map((assignees.data?.data ?? [member]).map((one) => [one.email, one]));
  return (
    <TriageForm
      {...dialog}
      title={texts.assignWhich(whichOf(target))}
      action={email.trim() === "" ? texts.removeAssignee : texts.assign}
      send={() => triage.change(target, { assignedTo: email.trim() || null })}
    >
      {isOther ? (
        <TextInput
          label={terms.email}
          description={texts.emailAddressDescription}
          type="email"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      ) : (
        <Select
          {...texts.member}
          data={[...members.values()].map(({ name, email: value }) => ({ value, label: `${name} (${value})` }))}
          renderOption={({ option }) => <Option {...members.get(option.value)} fallback={option.label} />}
          searchable
          clearable
          data-autofocus
          value={members.has(email) ? email : null}
          onChange={(value) => setEmail(value ?? "")}
          {...optionsState(assignees, texts.members)}
        />
      )}
      <MailNotice />
      {!assignees.data?.membersOnly && (
        <Switch
          label={texts.useAnotherEmailAddress}
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
        {common.assignToMe}
      </Button>
    </TriageForm>
  );
}

function Option({ name, email, role, fallback }: { name?: string; email?: string; role?: Role; fallback: string }) {
  if (name === undefined || role === undefined) return fallback;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} size="sm" color="initials" />
      <div>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {roleNames[role]} · {email}
        </Text>
      </div>
    </Group>
  );
}

function DismissDialog({ target, ...dialog }: StepDialogProps) {
  const triage = useTriage();
  const [notes, setNotes] = useState("");
  return (
    <TriageForm
      {...dialog}
      title={texts.dismissWhich(whichOf(target))}
      action={texts.dismiss}
      send={() => triage.decide(target, { status: "DISMISSED", notes })}
    >
      <Text size="sm" c="dimmed">
        {texts.dismissIntroduction}
      </Text>
      <Textarea
        label={terms.reason}
        required
        data-autofocus
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
    </TriageForm>
  );
}

function ResolveDialog({ target, ...dialog }: StepDialogProps) {
  const mayApprove = useMay("exceptions:approve");
  const mayResolve = useMay("shadow_ai:resolve");
  const choices = resolutionsFor({ resolve: mayResolve, approve: mayApprove });
  const triage = useTriage();
  const [form, setForm] = useState<ResolutionForm>({ ...noResolution, resolution: choices[0].value });
  const set = (change: Partial<ResolutionForm>) => setForm((now) => ({ ...now, ...change }));
  const send = async () =>
    form.resolution === "APPROVED_EXCEPTION" && !mayApprove
      ? triage.requestException(target, toRequest(form))
      : triage.decide(target, toDecision(form, await registered(form)));
  const chosen = choices.find(({ value }) => value === form.resolution) ?? choices[0];

  return (
    <TriageForm
      {...dialog}
      title={`${mayResolve ? texts.resolve : texts.requestAnExceptionFor} ${whichOf(target)}`}
      action={chosen.action}
      send={send}
    >
      <Radio.Group
        label={texts.resolution}
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

const dialogs = { resolve: ResolveDialog, dismiss: DismissDialog, assign: AssignDialog, snooze: SnoozeDialog };

/** The id of the model that covers the usage. Registers a new one. */
async function registered({ resolution, modelId, modelName }: ResolutionForm): Promise<string | null> {
  if (resolution !== "ONBOARDED" || modelId !== null || modelName.trim() === "") return modelId;
  return (await api.post<Model>("/v1/models", { name: modelName.trim() })).id;
}

/** The model that covers the usage: a registered one, or the name of a new one. */
function ModelChoice({ form, set }: { form: ResolutionForm; set: (change: Partial<ResolutionForm>) => void }) {
  const [isNew, setNew] = useState(false);
  const { choices, field } = useModelChoices();
  const change = (next: boolean) => {
    setNew(next);
    set({ modelId: null, modelName: "" });
  };
  return (
    <div>
      {isNew ? (
        <TextInput
          label={texts.newModelName}
          required
          value={form.modelName}
          onChange={(event) => set({ modelName: event.currentTarget.value })}
        />
      ) : (
        <Select
          label={terms.model}
          required
          placeholder={terms.selectModel}
          data={choices}
          value={form.modelId}
          onChange={(modelId) => set({ modelId })}
          {...field}
        />
      )}
      <May permission="models:write">
        <Button variant="subtle" size="xs" mt={4} onClick={() => change(!isNew)}>
          {isNew ? texts.selectARegisteredModel : texts.registerANewModel}
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
      label={texts.expiresOn}
      description={texts.expiryDescription(days, Math.min(90, days))}
      min={now === null ? undefined : localDay(now + dayMs)}
      max={now === null ? undefined : localDay(now + days * dayMs)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
