"use client";

import { Code, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { notify } from "@/components/ui/feedback/messages";
import { QueryState } from "@/components/ui/feedback/states";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Link } from "@/components/ui/page/link";
import { useMay } from "@/components/ui/page/session";
import type { CreateTicket, DetectionTicket, TicketDrafts } from "@/lib/domains/shadow-ai/schemas-tickets";
import { createTicket as texts } from "../texts/detail";

interface TicketDialogProps {
  detectionId: string;
  onClose: () => void;
}

/** Shows the ticket as it is sent, and creates it in the selected integration. */
export function TicketDialog({ detectionId, onClose }: TicketDialogProps) {
  const query = useRead<TicketDrafts>(
    keys.detections.ticketDrafts(detectionId),
    `/v1/shadow-ai/${detectionId}/ticket-drafts`,
  );
  const [chosenId, setChosenId] = useState<string | null>(null);
  const drafts = query.data?.data ?? [];
  const draft = drafts.find(({ integrationId }) => integrationId === chosenId) ?? drafts[0];
  const create = useSend<CreateTicket, DetectionTicket>({
    send: (ticket) => api.post(`/v1/shadow-ai/${detectionId}/tickets`, ticket),
    invalidates: [keys.detections.all(), keys.audit.all()],
    errors: "form",
    onSuccess: ({ key }) => {
      notify.success(texts.ticketCreated(key));
      onClose();
    },
  });
  const system = draft ? texts.systems[draft.system] : null;
  return (
    <FormDialog
      title={texts.createTicket}
      action={system === null ? texts.createTicket : texts.createIn(system)}
      disabled={!draft || draft.ticket !== null}
      failure={texts.ticketNotCreated}
      sending={create}
      onSubmit={() => draft && create.mutate({ integrationId: draft.integrationId, digest: draft.digest })}
      onClose={onClose}
    >
      <QueryState query={query} label={texts.theTicket} height={160}>
        {() =>
          draft ? (
            <>
              <Select
                label={texts.integration}
                data={drafts.map(({ integrationId, name, project }) => ({
                  value: integrationId,
                  label: `${name} (${project})`,
                }))}
                value={draft.integrationId}
                allowDeselect={false}
                onChange={(id) => setChosenId(id)}
              />
              {draft.ticket ? (
                <Text size="sm">
                  {texts.alreadyCreated} <Link href={draft.ticket.url}>{draft.ticket.key}</Link>
                </Text>
              ) : (
                <>
                  <TextInput label={texts.title} readOnly value={draft.title} />
                  <div>
                    <Text size="sm" fw={500}>
                      {texts.text}
                    </Text>
                    <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                      {draft.text}
                    </Code>
                  </div>
                </>
              )}
            </>
          ) : (
            <NoIntegration />
          )
        }
      </QueryState>
    </FormDialog>
  );
}

function NoIntegration() {
  const isAdmin = useMay("admin");
  return (
    <Text size="sm">
      {texts.noIntegration} {isAdmin && <Link href="/integrations">{texts.goToIntegrations}</Link>}
    </Text>
  );
}
