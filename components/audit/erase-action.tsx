"use client";

import { Button } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import type { Model } from "@/lib/models/schemas";
import type { OrganisationDetail } from "@/lib/organisations/schemas";

const EraseDialog = dynamic(() => import("./erase-dialog").then((file) => file.EraseDialog));

/** Erases an event's content, where the organisation's settings allow it; not for records of the system model. */
export function EraseAction({ event }: { event: AuditEvent }) {
  const [isErasing, setErasing] = useState(false);
  const { data: model } = useQuery({
    queryKey: keys.models.one(event.modelId),
    queryFn: ({ signal }) => api.getWithTag<Model>(`/v1/models/${event.modelId}`, undefined, { signal }),
    staleTime: 60_000,
  });
  const { data: organisation } = useQuery({
    queryKey: keys.organisation(),
    queryFn: ({ signal }) => api.get<OrganisationDetail>("/v1/organisation", undefined, { signal }),
    staleTime: 60_000,
  });
  return (
    <>
      {!event.erased && organisation?.contentErasure === true && model?.data.system === false && (
        <Button
          variant="default"
          size="xs"
          c="red"
          leftSection={<IconEraser size={14} aria-hidden="true" />}
          onClick={() => setErasing(true)}
        >
          Erase content…
        </Button>
      )}
      {isErasing && <EraseDialog id={event.id} onClose={() => setErasing(false)} />}
    </>
  );
}
