"use client";

import { Button } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useModelNames } from "@/components/features/models/use-models";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { urlString } from "@/components/ui/filters/url-values";
import { useUrlValue } from "@/components/ui/filters/use-url";
import { useMay } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { breakable } from "@/components/ui/values/key-value";
import { statusLabel } from "@/components/ui/values/status-badge";
import { Period } from "@/components/ui/values/time";
import type { LegalHold } from "@/lib/domains/legal-holds/schemas";
import { holdFilters } from "./filters";
import { modelsOfHold, periodOfHold, statusOfHold } from "./hold-form";
import styles from "./legal-holds.module.css";
import { common, holdList as texts } from "./texts";

const PlaceHoldDialog = dynamic(() => import("./hold-dialogs").then((file) => file.PlaceHoldDialog));
const ReleaseHoldDialog = dynamic(() => import("./hold-dialogs").then((file) => file.ReleaseHoldDialog));
const HoldDialog = dynamic(() => import("./hold-dialogs").then((file) => file.HoldDialog));

const column = columnsOf<LegalHold>();

export function HoldList() {
  const names = useModelNames();
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  // In the URL: errors about a hold link to it.
  const [shown, show] = useUrlValue("hold", urlString);
  const mayRelease = useMay("holds:manage");
  const release = (hold: LegalHold) =>
    hold.active &&
    mayRelease && (
      <Button
        variant="default"
        size="compact-xs"
        c="red"
        className={styles.release ?? ""}
        aria-label={common.releaseNamed(hold.name)}
        onClick={() => setReleasing(hold)}
      >
        {texts.release}
      </Button>
    );
  const columns: Column<LegalHold>[] = [
    column.text("name", terms.name, { ...naming, minWidth: "10rem" }),
    column.status("hold", statusOfHold),
    {
      id: "models",
      header: terms.models,
      minWidth: "15rem",
      inCards: "bare",
      cell: (hold) => modelsOfHold(hold, names),
      csv: ({ modelIds }) => modelIds.join(" "),
    },
    {
      id: "period",
      header: terms.period,
      minWidth: "8.5rem",
      inCards: "bare",
      cell: (hold) => (hold.dateRange ? <Period value={hold.dateRange} /> : periodOfHold(hold)),
      csv: ({ dateRange }) => (dateRange ? `${dateRange.from}/${dateRange.to}` : ""),
    },
    column.text("reference", terms.reference, {
      cell: ({ reference }) => (reference ? <span className={styles.reference}>{reference}</span> : "–"),
    }),
    column.text("reason", terms.reason, { hiddenByDefault: true }),
    column.time("placedAt", common.placed),
    column.text("placedByName", common.placedBy, { labelOf: breakable, inCards: false, room: 4 }),
    column.time("releasedAt", common.released),
    column.text("id", terms.id, { hiddenByDefault: true }),
    { ...column.actions(release), actions: "below" },
  ];
  return (
    <ListPage<LegalHold, typeof holdFilters>
      title={texts.legalHolds}
      description={texts.pageDescription}
      create={{
        label: common.placeHold,
        permission: "holds:manage",
        dialog: (onClose) => <PlaceHoldDialog onClose={onClose} />,
      }}
      name="legal-holds"
      listKey={keys.legalHolds.list}
      path="/v1/legal-holds"
      parsers={holdFilters}
      filterFields={{ active: { label: terms.status, options: ["true", "false"], labelOf: activeWord } }}
      columns={columns}
      onOpen={({ id }) => show(id)}
      activeId={shown}
      shortensCards
      empty={{
        icon: IconScale,
        title: texts.noLegalHoldsYet,
        text: texts.noLegalHoldsText,
      }}
    >
      {releasing && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
      {shown !== null && <HoldDialog id={shown} onClose={() => show(null)} />}
    </ListPage>
  );
}

function activeWord(active: string): string {
  return statusLabel("hold", active === "true" ? "ACTIVE" : "RELEASED");
}
