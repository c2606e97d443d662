"use client";

import { Alert } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Time } from "@/components/values/time";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import type { ExceptionRequestList } from "@/lib/shadow-ai/schemas-triage";
import { ExceptionActions } from "../exceptions/exception-actions";

/** The request for an exception that waits for somebody's decision, where there is one. */
export function PendingException({ detection: { id, status } }: { detection: ShadowAiDetectionDetail }) {
  const filters = { detectionId: id, status: "PENDING" };
  const query = useQuery({
    queryKey: keys.exceptions.list(filters),
    queryFn: ({ signal }) => api.get<ExceptionRequestList>("/v1/shadow-ai/exceptions", filters, { signal }),
    enabled: status === "OPEN" || status === "INVESTIGATING",
  });
  const request = query.data?.data[0];
  if (!request) return null;
  return (
    <Alert
      color="accent"
      mb="md"
      icon={<IconHourglass size={18} aria-hidden="true" />}
      title={`${request.requestedBy} asks for an exception`}
    >
      <p>
        {request.justification} Until <Time value={request.expiresAt} format="day" />.
      </p>
      <ExceptionActions request={request} />
    </Alert>
  );
}
