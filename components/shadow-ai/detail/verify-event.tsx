"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { notify } from "@/components/feedback/notify";
import { StatusBadge } from "@/components/values/status-badge";

interface VerifyEventProps {
  id: string;
  /** The hash that is shown, which the service has to come to again. */
  expectedHash: string;
}

/** Has the service compute an event's hash from what is stored, and compares it with the one on the page. */
export function VerifyEvent({ id, expectedHash }: VerifyEventProps) {
  const verify = useMutation({
    mutationFn: () => api.post<{ valid: boolean }>("/v1/audit/verify", { eventId: id, expectedHash }),
    onError: (error) => notify.error(error),
  });
  if (verify.data) return <StatusBadge kind="verification" value={verify.data.valid ? "ok" : "failed"} />;
  return (
    <Button variant="subtle" size="compact-xs" loading={verify.isPending} onClick={() => verify.mutate()}>
      Verify
    </Button>
  );
}
