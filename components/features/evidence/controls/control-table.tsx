"use client";

import { Anchor, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useEvidenceModels } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import type { Column } from "@/components/ui/data-table/types";
import { EmptyState } from "@/components/ui/feedback/states";
import { urlString } from "@/components/ui/filters/url-values";
import { useUrlValue } from "@/components/ui/filters/use-url";
import { localDay } from "@/components/ui/forms/fields";
import { useMay } from "@/components/ui/page/session";
import { Count } from "@/components/ui/values/figures";
import { Labelled } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import type { ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import type { Control, ControlTable as Table } from "@/lib/domains/evidence/schemas-controls";
import type { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";
import { timeText } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import { controlsPage, controlTable as texts } from "../texts/controls";
import { Actions, type ActionsProps, hasActions } from "./control-actions";
import { controlName, documentChangesStatus, isGap, openOf } from "./controls";
import { type GapLine, gapLines } from "./gap-lines";

const ControlDialog = dynamic(() => import("./control-dialog").then((file) => file.ControlDialog));
const SupplyControl = dynamic(() => import("./supply-control").then((file) => file.SupplyControl));

interface ControlTableProps {
  table: Table;
  gapsOnly: boolean;
  /** Called with a new, changed or closed assignment. */
  onChanged: (assignment: ControlAssignment) => void;
}

/** The controls with their evidence and owners. A row opens the details. */
export function ControlTable({ table, gapsOnly, onChanged }: ControlTableProps) {
  const [opened, setOpened] = useUrlValue("control", urlString);
  const [linked] = useState(opened);
  // Here instead of in the row, which disappears when the control has its document and only gaps are shown.
  const [supplying, setSupplying] = useState<string>();
  const [showsAllCards, setShowsAllCards] = useState(false);
  const { models } = useEvidenceModels();
  const mayAssign = models.some(({ value }) => value === table.modelId);
  const owners = useOwners();
  const now = useNow();
  const today = now === null ? "" : localDay(now);
  const rows = (gapsOnly ? table.data.filter(isGap) : table.data).toSorted(
    (one, other) => Number(other.counted) - Number(one.counted),
  );
  const find = (id?: string | null) => table.data.find(({ requirement }) => requirement === id);
  const [shown, supplied] = [find(opened), find(supplying)];
  /** Without the button that opened the dialog, the focus moves to the name of the control. */
  function change(assignment: ControlAssignment): void {
    const { requirement } = assignment;
    const wasOpen = openOf(find(requirement)?.assignment ?? null) !== null;
    if (wasOpen !== (assignment.closedAs === null)) focusName(requirement);
    onChanged(assignment);
  }
  /** Details that a link opened have no button to which the focus returns. */
  function close(requirement: string): void {
    setOpened(null);
    if (requirement === linked) focusName(requirement);
  }
  /** The row of a control that is no longer a gap disappears, so the focus moves to its neighbour. */
  function leaveSupplied(control: Control): void {
    if (shown) return;
    const { requirement } = control;
    const at = rows.findIndex((row) => row.requirement === requirement);
    const neighbour = gapsOnly && documentChangesStatus(control) ? (rows[at + 1] ?? rows[at - 1]) : undefined;
    focusName(neighbour?.requirement ?? requirement);
  }
  /** On narrow screens, the row may be one of those that are not shown yet. */
  function moveTo(requirement: string): void {
    flushSync(() => setShowsAllCards(true));
    nameOf(requirement)?.scrollIntoView({ block: "center" });
    focusName(requirement);
  }
  const columns = columnsFor({
    ...{ table, owners, today, mayAssign },
    ...{ onOpen: setOpened, onSupply: setSupplying, onMove: moveTo, onChanged: change },
  });
  return (
    <>
      <DataTable<Control>
        name="evidence-controls"
        label={controlsPage.controls}
        columns={columns}
        rows={rows}
        rowId={({ requirement }) => requirement}
        groupOf={({ counted }) => (counted ? texts.counted : texts.notCounted)}
        onOpen={({ requirement }) => setOpened(requirement)}
        shortensCards={!showsAllCards}
        empty={<EmptyState {...texts.noGaps} />}
      />
      {shown && (
        <ControlDialog
          control={shown}
          table={table}
          owner={shown.assignment && ownerOf(shown.assignment, owners)}
          isCovered={supplied !== undefined}
          onSupply={() => setSupplying(shown.requirement)}
          onClose={() => close(shown.requirement)}
        />
      )}
      {supplied && (
        <SupplyControl
          control={supplied}
          table={table}
          mayClose={mayAssign}
          onSupplied={() => leaveSupplied(supplied)}
          onClose={() => setSupplying(undefined)}
        />
      )}
    </>
  );
}

function focusName(requirement: string): void {
  nameOf(requirement)?.focus({ preventScroll: true });
}

function nameOf(requirement: string): HTMLElement | null {
  return document.querySelector(`[data-row-id="${CSS.escape(requirement)}"] [data-row-link]`);
}

/** Member names by e-mail address. */
function useOwners(): ReadonlyMap<string, string> {
  const mayList = useMay("shadow_ai:triage");
  const { data } = useRead<Assignees>(keys.detections.assignees(), "/v1/shadow-ai/assignees", {
    enabled: mayList,
    meta: supplement,
  });
  return new Map(data?.data.map(({ email, name }) => [email, name]));
}

function ownerOf({ assignedTo, assigneeIsMember }: ControlAssignment, owners: ReadonlyMap<string, string>): string {
  return assigneeIsMember ? (owners.get(assignedTo) ?? assignedTo) : texts.left(assignedTo);
}

interface ColumnsInput extends Omit<ActionsProps, "control"> {
  owners: ReadonlyMap<string, string>;
  /** `YYYY-MM-DD`. */
  today: string;
  onOpen: (requirement: string) => void;
}

const column = columnsOf<Control>();

function columnsFor({ table, owners, today, onOpen, ...actions }: ColumnsInput): Column<Control>[] {
  const side = (id: "supporting" | "adverse"): Column<Control> => ({
    ...column.count(id, texts[id], { of: (control) => control[id].events }),
    cell: (control) => <EventCount control={control} side={id} onOpen={onOpen} />,
  });
  const linesOf = (control: Control) => gapLines(control, table.data, today === "" ? "UTC" : undefined);
  return [
    column.text("control", texts.control, {
      of: controlName,
      ...{ ...naming, minWidth: "16rem" },
    }),
    column.status("coverage", ({ status }) => status),
    side("supporting"),
    side("adverse"),
    {
      ...column.text("gaps", texts.gaps, {
        of: (control) => linesOf(control).flat().filter(Boolean).join(" "),
        ...{ minWidth: "10rem", inCards: "bare" },
      }),
      isEmpty: (control) => linesOf(control).length === 0,
      cell: (control) => <GapLines lines={linesOf(control)} />,
    },
    column.text("owner", texts.owner, {
      of: ({ assignment }) => assignment && ownerOf(assignment, owners),
      minWidth: "9rem",
    }),
    {
      ...column.text("due", texts.due, {
        of: ({ assignment }) => openOf(assignment)?.dueDate ?? null,
        minWidth: "6.5rem",
      }),
      cell: ({ assignment }) => <DueDate assignment={openOf(assignment)} today={today} />,
    },
    {
      ...column.actions(
        (control) =>
          hasActions({ control, table, ...actions }) && <Actions control={control} table={table} {...actions} />,
      ),
      actions: "below",
    },
  ];
}

function GapLines({ lines }: { lines: readonly GapLine[] }) {
  if (lines.length === 0) return "–";
  return lines.map(([label, text]) => (
    // Long reasons are shown in full in the details.
    <Text key={label} inherit lineClamp={4}>
      {label === null ? text : <Labelled label={label}>{text}</Labelled>}
    </Text>
  ));
}

interface EventCountProps {
  control: Control;
  side: "supporting" | "adverse";
  onOpen: (requirement: string) => void;
}

/** Opens the details. They link to the audit trail if it can show exactly these events. */
function EventCount({ control, side, onOpen }: EventCountProps) {
  const { events } = control[side];
  if (events === 0) return <Count value={0} />;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      aria-label={`${texts.viewEvents(controlName(control), texts[side].toLowerCase())}: ${events}`}
      onClick={() => onOpen(control.requirement)}
    >
      <Count value={events} />
    </Anchor>
  );
}

function DueDate({ assignment, today }: { assignment: ControlAssignment | null; today: string }) {
  const due = assignment?.dueDate;
  if (!due) return "–";
  const date = timeText(due, "day", "UTC");
  if (today === "" || due >= today) return date;
  return (
    <>
      {date} <StatusBadge kind="assignment" value="OVERDUE" />
    </>
  );
}
