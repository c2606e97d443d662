"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconScale } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Page } from "@/components/ui/page/page";
import { May } from "@/components/ui/page/session";
import { StatusBadge, statusLabel } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { holdFilters } from "./filters";
import { modelsOfHold, periodOfHold, statusOfHold } from "./hold-form";

const PlaceHoldDialog = dynamic(() => import("./hold-dialogs").then((file) => file.PlaceHoldDialog));
const ReleaseHoldDialog = dynamic(() => import("./hold-dialogs").then((file) => file.ReleaseHoldDialog));
const HoldDialog = dynamic(() => import("./hold-dialogs").then((file) => file.HoldDialog));

const column = columnsOf<LegalHold>();
export function HoldList() {
  const filtering = useFilters(holdFilters);
  const { filters } = filtering;
  const list = useList<LegalHold>({ key: keys.legalHolds.list(filters), path: "/v1/legal-holds", filters });
  const names = useModelNames();
  const [isPlacing, setPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  // In the URL: errors about a hold link to it.
  const [shown, show] = useQueryState("hold", parseAsString);
  const place = (
    <May permission="holds:manage">
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setPlacing(true)}>
        Place hold
      </Button>
    </May>
  );
  const release = (hold: LegalHold) =>
    hold.active && (
      <May permission="holds:manage">
        <Button
          variant="default"
          size="compact-xs"
          aria-label={`Release ${hold.name}`}
          onClick={() => setReleasing(hold)}
        >
          Release
        </Button>
      </May>
    );
  const columns: Column<LegalHold>[] = [
    column.text("name", "Name", { ...naming, minWidth: "10rem" }),
    column.status("hold", statusOfHold),
    {
      id: "models",
      header: "Models",
      cell: (hold) => modelsOfHold(hold, names),
      csv: ({ modelIds }) => modelIds.join(" "),
    },
    {
      id: "period",
      header: "Period",
      cell: periodOfHold,
      csv: ({ dateRange }) => (dateRange ? `${dateRange.from}/${dateRange.to}` : ""),
    },
    column.text("reference", "Reference"),
    column.text("reason", "Reason", { hiddenByDefault: true }),
    column.time("placedAt", "Placed"),
    column.time("releasedAt", "Released"),
    column.text("id", "ID", { hiddenByDefault: true }),
    { id: "actions", header: "Actions", hideable: false, cell: release },
  ];
  return (
    <Page
      title="Legal holds"
      description="Data covered by an active hold cannot be erased or deleted. Each hold and its release are recorded on the audit chain."
      actions={place}
    >
      <ListTable
        name="legal-holds"
        label="Legal holds"
        columns={columns}
        list={list}
        onOpen={({ id }) => void show(id)}
        activeId={shown}
        filtering={filtering}
        filterFields={{ active: { label: "Status", options: ["true", "false"], labelOf: activeWord } }}
        empty={
          <EmptyState
            icon={<IconScale size={28} />}
            title="No legal holds yet"
            text="Place a hold to protect data relevant to legal proceedings from erasure and retention limits."
            action={place}
          />
        }
        card={(hold) => (
          <>
            <div>
              <StatusBadge kind="hold" value={statusOfHold(hold)} /> placed <Time value={hold.placedAt} format="day" />
            </div>
            <div>{modelsOfHold(hold, names)}</div>
            <div>{periodOfHold(hold)}</div>
            {release(hold)}
          </>
        )}
      />
      {isPlacing && <PlaceHoldDialog onClose={() => setPlacing(false)} />}
      {releasing && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
      {shown !== null && <HoldDialog id={shown} onClose={() => void show(null)} />}
    </Page>
  );
}

function activeWord(active: string): string {
  return statusLabel("hold", active === "true" ? "ACTIVE" : "RELEASED");
}
