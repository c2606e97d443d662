"use client";

import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { useMay } from "@/components/ui/page/session";
import { createTicket as texts } from "../texts/detail";

const TicketDialog = lazy(async () => ({ default: (await import("./ticket-dialog")).TicketDialog }));

/** Creates a ticket of a detection in Jira or GitHub, also with `t`. */
export function CreateTicket({ detectionId }: { detectionId: string }) {
  const mayTriage = useMay("shadow_ai:triage");
  const [isOpen, setOpen] = useState(false);
  useShortcuts([{ keys: "t", label: texts.createTicket, when: () => mayTriage, run: () => setOpen(true) }]);
  if (!mayTriage) return null;
  return (
    <>
      <Button size="xs" variant="default" title="t" onClick={() => setOpen(true)}>
        {texts.createTicketEllipsis}
      </Button>
      {isOpen && (
        <Suspense>
          <TicketDialog detectionId={detectionId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
