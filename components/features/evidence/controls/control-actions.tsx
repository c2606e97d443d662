"use client";

import { Anchor, Button, Group } from "@mantine/core";
import dynamic from "next/dynamic";
import { DialogButton } from "@/components/ui/detail/actions";
import { May } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlTable } from "@/lib/domains/evidence/schemas-controls";
import { assignmentDialog, closeDialog, supplyControl } from "../texts/controls";
import { canSupplyDocument, controlName, isGap, openOf, openSubPoint } from "./controls";
import { whyNoDocument } from "./document-effect";

const AssignmentDialog = dynamic(() => import("./assignment-dialog").then((file) => file.AssignmentDialog));
const CloseDialog = dynamic(() => import("./close-dialog").then((file) => file.CloseDialog));

export interface ActionsProps {
  control: Control;
  table: ControlTable;
  /** Whether the member may change the assignments of the model. */
  mayAssign: boolean;
  onSupply: (requirement: string) => void;
  /** Moves to a row. */
  onMove: (requirement: string) => void;
  /** Called with a new, changed or closed assignment. */
  onChanged: (assignment: ControlAssignment) => void;
}

/** Whether the row has buttons or a note. */
export function hasActions({
  control,
  table,
  mayAssign,
}: Pick<ActionsProps, "control" | "table" | "mayAssign">): boolean {
  return (
    whyNoDocument(control, table.data) === "notNeeded" ||
    canSupplyDocument(control, table.data) ||
    openSubPoint(control, table.data) !== undefined ||
    mayChange(control, mayAssign)
  );
}

/** The buttons of a row, and why no document can be supplied for it. */
export function Actions({ control, table, mayAssign, onSupply, onMove, onChanged }: ActionsProps) {
  const suppliesDocument = canSupplyDocument(control, table.data);
  const subPoint = openSubPoint(control, table.data);
  return (
    <May permission="evidence:write">
      {(suppliesDocument || mayChange(control, mayAssign)) && (
        <Group gap="xs" wrap="nowrap">
          {suppliesDocument && (
            <Button
              variant="default"
              size="compact-xs"
              aria-label={supplyControl.supplyFor(controlName(control))}
              onClick={() => onSupply(control.requirement)}
            >
              {supplyControl.supply}
            </Button>
          )}
          {mayAssign && <AssignmentActions control={control} table={table} onChanged={onChanged} />}
        </Group>
      )}
      {whyNoDocument(control, table.data) === "notNeeded" && <small className="quiet">{supplyControl.notNeeded}</small>}
      {subPoint && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ta="start"
          mih="1.5rem"
          aria-label={supplyControl.supplySubPointsOf(controlName(control))}
          onClick={() => onMove(subPoint.requirement)}
        >
          {supplyControl.supplySubPoints}
        </Anchor>
      )}
    </May>
  );
}

function AssignmentActions({ control, table, onChanged }: Pick<ActionsProps, "control" | "table" | "onChanged">) {
  const name = controlName(control);
  const assignment = openOf(control.assignment);
  const dialog = (onClose: () => void) => (
    <AssignmentDialog control={control} table={table} onChanged={onChanged} onClose={onClose} />
  );
  if (!assignment) {
    return (
      isGap(control) && (
        <DialogButton
          label={assignmentDialog.assign}
          aria-label={assignmentDialog.assignControl(name)}
          size="compact-xs"
          dialog={dialog}
        />
      )
    );
  }
  return (
    <>
      <DialogButton
        label={terms.edit}
        aria-label={assignmentDialog.editControl(name)}
        size="compact-xs"
        dialog={dialog}
      />
      <DialogButton
        label={closeDialog.close}
        aria-label={closeDialog.closeControl(name)}
        size="compact-xs"
        dialog={(onClose) => (
          <CloseDialog control={control} assignment={assignment} onChanged={onChanged} onClose={onClose} />
        )}
      />
    </>
  );
}

function mayChange({ assignment, status }: Control, mayAssign: boolean): boolean {
  return mayAssign && (openOf(assignment) !== null || isGap({ status }));
}
