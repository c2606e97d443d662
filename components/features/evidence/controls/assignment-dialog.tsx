"use client";

import { Select, Textarea, TextInput } from "@mantine/core";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead, useResource } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import { fieldsOf, optionsState } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { type FormEntry, useVersionedForm } from "@/components/ui/forms/use-versioned-form";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import type { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";
import { assignmentDialog as texts } from "../texts/controls";
import { controlName } from "./controls";

interface DialogProps {
  control: Control;
  table: ControlTable;
  onChanged: (assignment: ControlAssignment) => void;
  onClose: () => void;
}

/** Assigns a control, or changes its open assignment. */
export function AssignmentDialog(props: DialogProps) {
  const { assignment } = props.control;
  if (assignment?.closedAs !== null) return <AssignmentForm {...props} />;
  return <LatestAssignment {...props} id={assignment.id} />;
}

/** Reads the assignment with its version. */
function LatestAssignment({ id, ...props }: DialogProps & { id: string }) {
  const query = useResource<ControlAssignment>(keys.controlAssignments.one(id), `/v1/control-assignments/${id}`);
  return (
    <QueryState query={query} label={texts.theAssignment} height={0}>
      {({ data, etag }) => <AssignmentForm {...props} assignment={data} etag={etag} />}
    </QueryState>
  );
}

interface Form {
  assignedTo: string;
  dueDate: string;
  note: string;
}

interface FormProps extends DialogProps {
  assignment?: ControlAssignment;
  etag?: string | null;
}

function AssignmentForm({ control, table, assignment, etag, onChanged, onClose }: FormProps) {
  const { requirement } = control;
  const name = controlName(control);
  const keyOf = useRepeatKey();
  const mayList = useMay("shadow_ai:triage");
  const assignees = useRead<Assignees>(keys.detections.assignees(), "/v1/shadow-ai/assignees", { enabled: mayList });
  const values: Form = {
    assignedTo: assignment?.assignedTo ?? "",
    dueDate: assignment?.dueDate ?? "",
    note: assignment?.note ?? "",
  };
  const { form, headers, conflictOf } = useVersionedForm<Form>({ etag, values });
  const send = useSend<Form, ControlAssignment>({
    send: ({ assignedTo, dueDate, note }) => {
      const given = { assignedTo, dueDate: dueDate || null, note: note.trim() || null };
      if (assignment) return api.patch(`/v1/control-assignments/${assignment.id}`, given, { headers });
      const { modelId, framework, dateRange } = table;
      const input = { modelId, framework, requirement, dateRange, ...given };
      return api.post("/v1/control-assignments", input, { idempotencyKey: keyOf(input) });
    },
    invalidates: [keys.controlAssignments.all()],
    errors: "form",
    success: ({ assignedTo }) => (assignment ? texts.saved(name) : texts.assigned(name, assignedTo)),
    onSuccess: (changed) => {
      onChanged(changed);
      onClose();
    },
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  const members = (assignees.data?.data ?? []).map((member) => ({
    value: member.email,
    label: `${member.name} (${member.email})`,
  }));
  return (
    <FormDialog
      title={assignment ? texts.editControl(name) : texts.assignControl(name)}
      action={assignment ? terms.save : texts.assign}
      failure={assignment ? texts.saveFailed : texts.assignFailed}
      problem={conflictOf(send, entriesOf)}
      sending={send}
      onSubmit={form.onSubmit((given) => send.mutate(given))}
      onClose={onClose}
    >
      <Select
        label={texts.member}
        placeholder={texts.selectMember}
        required
        searchable
        data-autofocus
        nothingFoundMessage={texts.noMembersFound}
        data={members}
        {...field("assignedTo")}
        onChange={(email) => form.setFieldValue("assignedTo", email ?? "")}
        {...(mayList && optionsState(assignees, texts.members))}
      />
      <TextInput type="date" label={texts.dueDate} {...field("dueDate")} />
      <Textarea
        label={texts.note}
        description={texts.noteDescription}
        autosize
        minRows={2}
        maxLength={2_000}
        {...field("note")}
      />
    </FormDialog>
  );
}

function entriesOf({ assignedTo, dueDate, note }: Form): FormEntry[] {
  return [
    [texts.member, assignedTo || null],
    [texts.dueDate, dueDate || null],
    [texts.note, note || null],
  ];
}
