"use client";

import { Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useResource } from "@/components/ui/api/queries";
import { notify } from "@/components/ui/feedback/messages";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { effectOf } from "../documents/document-form";
import { SupplyDialog } from "../documents/supply-dialog";
import { closeDialog, supplyControl as texts } from "../texts/controls";
import { controlName, openOf } from "./controls";

interface SupplyControlProps {
  control: Control;
  table: ControlTable;
  /** Whether the member may close the assignment of the control. */
  mayClose: boolean;
  /** Called before the dialog closes. */
  onSupplied: () => void;
  onClose: () => void;
}

/** Supplies a document for a control and, if the member chooses so, closes its open assignment. */
export function SupplyControl({ control, table, mayClose, onSupplied, onClose }: SupplyControlProps) {
  const [closes, setCloses] = useState(false);
  const { requirement, status } = control;
  const { framework, modelId, dateRange } = table;
  const assignment = mayClose ? openOf(control.assignment) : null;
  const path = `/v1/control-assignments/${assignment?.id}`;
  const { data: latest } = useResource<ControlAssignment>(keys.controlAssignments.one(assignment?.id ?? ""), path, {
    enabled: assignment !== null,
  });
  const queryClient = useQueryClient();
  const isAbout = (document: { framework: string; requirement: string; modelId: string | null }) =>
    document.framework === framework &&
    document.requirement === requirement &&
    (document.modelId || modelId) === modelId;

  /** Unless someone else changed the assignment after the dialog was opened. */
  async function closeAssignment(title: string): Promise<void> {
    try {
      const headers: Record<string, string> = latest?.etag ? { "If-Match": latest.etag } : {};
      await api.post(`${path}/close`, { reason: texts.closeReason(title) }, { headers });
      await queryClient.invalidateQueries({ queryKey: keys.controlAssignments.all() });
      notify.success(closeDialog.closed(controlName(control)));
    } catch (error) {
      // The document is recorded: the dialog must not report that it was not.
      notify.error(error);
    }
  }

  return (
    <SupplyDialog
      initial={{ framework, requirement, modelId }}
      note={(values) =>
        isAbout(values) && (
          <>
            <p role="status">{effectOf(values, { status, lastDay: dateRange.to.slice(0, 10) })}</p>
            {assignment && (
              <Checkbox
                label={closeDialog.closeControl(controlName(control))}
                description={closeDialog.closeNotice}
                disabled={latest === undefined}
                checked={closes}
                onChange={(event) => setCloses(event.currentTarget.checked)}
              />
            )}
          </>
        )
      }
      onSupplied={async (document) => {
        if (closes && assignment && isAbout(document)) await closeAssignment(document.title);
        onSupplied();
      }}
      onClose={onClose}
    />
  );
}
