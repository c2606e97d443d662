"use client";

import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { useMay, useSession } from "@/components/ui/page/session";
import type { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { exceptionActions as texts } from "../texts/exceptions";

const DecisionDialog = lazy(async () => ({ default: (await import("./decision-dialog")).DecisionDialog }));

/** The actions on a pending request: its requester can withdraw it, and an approver can decide it. */
export function ExceptionActions({ request }: { request: ExceptionRequest }) {
  const me = useSession().member.email;
  const mayApprove = useMay("exceptions:approve");
  const [decision, setDecision] = useState<"approve" | "reject" | null>(null);
  if (request.status !== "PENDING") return null;
  if (request.requestedBy === me) {
    return (
      <ConfirmAction
        label={texts.withdraw}
        size="compact-xs"
        question={{ title: texts.withdrawQuestion(request.detection.endpoint), action: texts.withdraw }}
        send={() => api.post(`/v1/shadow-ai/exceptions/${request.id}/withdraw`)}
        invalidates={[keys.exceptions.all(), keys.detections.all(), keys.overview()]}
        success={() => texts.exceptionRequestWithdrawn}
      />
    );
  }
  if (!mayApprove) return null;
  const isUndecided = request.detection.status === "OPEN" || request.detection.status === "INVESTIGATING";
  return (
    <Group gap="xs" wrap="nowrap">
      {isUndecided && (
        <Button variant="default" size="compact-xs" onClick={() => setDecision("approve")}>
          {texts.approve}
        </Button>
      )}
      <Button variant="default" size="compact-xs" onClick={() => setDecision("reject")}>
        {texts.reject}
      </Button>
      {decision && (
        <Suspense>
          <DecisionDialog request={request} decision={decision} onClose={() => setDecision(null)} />
        </Suspense>
      )}
    </Group>
  );
}
