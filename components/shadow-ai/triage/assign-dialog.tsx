"use client";

import { Avatar, Button, Group, Select, Switch, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSession } from "@/components/app/session";
import { wordsOf } from "@/lib/client/format";
import type { Assignees } from "@/lib/shadow-ai/schemas-triage";
import { type TriageDialogProps, whichOf } from "./dialog-props";
import { TriageForm, useSending } from "./triage-form";
import { useTriage } from "./use-triage";

/** Assigns detections to a member, or to another address where the organisation allows that. */
export function AssignDialog({ detections, all, opened, etag, onClose, onDone }: TriageDialogProps) {
  const triage = useTriage(all);
  const { member } = useSession();
  const assignees = useQuery({
    queryKey: keys.detections.assignees(),
    queryFn: ({ signal }) => api.get<Assignees>("/v1/shadow-ai/assignees", undefined, { signal }),
  });
  const [email, setEmail] = useState("");
  const [isOther, setOther] = useState(false);
  const ids = detections.map(({ id }) => id);
  const sending = useSending(() => triage.change(ids, { assignedTo: email.trim() || null }, { etag }), onDone);
  const members = new Map((assignees.data?.data ?? [member]).map((one) => [one.email, one]));
  return (
    <TriageForm
      title={`Assign ${whichOf(detections, all)}`}
      action={email.trim() === "" ? "Remove assignee" : "Assign"}
      opened={opened}
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
        Me
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
          {wordsOf(role)} · {email}
        </Text>
      </div>
    </Group>
  );
}
