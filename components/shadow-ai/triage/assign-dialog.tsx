"use client";

import { Autocomplete, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useMay, useSession } from "@/components/app/session";
import type { MemberList } from "@/lib/members/schemas";
import { type TriageDialogProps, whichOf } from "./dialog-props";
import { TriageForm, useSending } from "./triage-form";
import { useTriage } from "./use-triage";

const query = { status: "ACTIVE", limit: 100 };

/** Says who looks into it, or that nobody does. */
export function AssignDialog({ detections, all, opened, etag, onClose, onDone }: TriageDialogProps) {
  const triage = useTriage(all);
  const { member } = useSession();
  const mayList = useMay("members:read");
  const members = useQuery({
    queryKey: keys.members.list(query),
    queryFn: ({ signal }) => api.get<MemberList>("/v1/members", query, { signal }),
    enabled: mayList,
  });
  const [email, setEmail] = useState("");
  const ids = detections.map(({ id }) => id);
  const sending = useSending(() => triage.change(ids, { assignedTo: email.trim() || null }, { etag }), onDone);
  const known = members.data?.data.map((one) => one.email) ?? [member.email];
  return (
    <TriageForm
      title={`Assign ${whichOf(detections, all)}`}
      action={email.trim() === "" ? "Assign to nobody" : "Assign"}
      opened={opened}
      sending={sending}
      onClose={onClose}
    >
      <Autocomplete
        label="E-mail address"
        description="Whoever it is gets a mail. Empty: nobody."
        type="email"
        data={known}
        data-autofocus
        value={email}
        onChange={setEmail}
      />
      <Button variant="subtle" size="xs" onClick={() => setEmail(member.email)} style={{ alignSelf: "start" }}>
        Me
      </Button>
    </TriageForm>
  );
}
