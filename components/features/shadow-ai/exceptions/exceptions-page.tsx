"use client";

import { Group } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { useMay } from "@/components/ui/page/session";
import { TabStrip } from "@/components/ui/page/tab-strip";
import { terms } from "@/components/ui/terms";
import { breakable, Labelled } from "@/components/ui/values/key-value";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/enums";
import type { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { labelOf } from "@/lib/platform/client/format";
import { exceptionFilters, exceptionTabs, requestStatuses } from "../filters";
import { serviceColumn } from "../service";
import { common } from "../texts/common";
import { exceptionsPage as texts } from "../texts/exceptions";
import { ActiveExceptions } from "./active-exceptions";
import { ApproverChanges } from "./approver-changes";
import { ExceptionActions } from "./exception-actions";

export function ExceptionsPage() {
  const { filters, set } = useFilters(exceptionFilters);
  return (
    <Page title={texts.exceptions} description={texts.exceptionsDescription}>
      <TabStrip
        label={texts.view}
        tabs={exceptionTabs.map((tab) => ({
          label: texts[tab],
          isChosen: tab === filters.tab,
          onClick: () => set({ tab, status: null, ends: null }),
        }))}
      />
      {filters.tab === "requests" ? <ExceptionRequests /> : <ActiveExceptions />}
    </Page>
  );
}

const requestFilters = { status: exceptionFilters.status };

const column = columnsOf<ExceptionRequest>();
const columns: Column<ExceptionRequest>[] = [
  serviceColumn(({ detection: { endpoint, aiProvider, departmentHint } }) => ({
    endpoint,
    aiProvider: [aiProvider, departmentHint].filter(Boolean).join(" · "),
  })),
  {
    id: "severity",
    header: terms.severity,
    inCards: "bare",
    cell: ({ detection }) => <Severity value={detection.severity} />,
  },
  column.text("department", terms.department, {
    of: ({ detection }) => detection.departmentHint,
    hiddenByDefault: true,
  }),
  column.status("exception", ({ status }) => status),
  column.text("justification", common.justification, {
    cell: (row) => <Steps request={row} />,
    minWidth: "16rem",
    inCards: "bare",
  }),
  column.text("requestedBy", terms.requestedBy, { hiddenByDefault: true }),
  column.time("expiresAt", terms.expires, { format: "day" }),
  column.time("createdAt", terms.requested, { format: "relative", hiddenByDefault: true }),
  column.text("decidedBy", texts.decidedBy, { hiddenByDefault: true }),
  column.text("decisionNote", texts.decisionNote, { hiddenByDefault: true }),
  {
    id: "approverChanges",
    header: common.approverAccountChanges,
    hiddenByDefault: true,
    minWidth: "14rem",
    cell: (row) => <ApproverChanges {...row} />,
    csv: (row) => row.approverChanges.map((change) => `${change.account}: ${describeChange(change)}`).join("; "),
  },
];
const actions: Column<ExceptionRequest> = {
  ...column.actions(
    (row) =>
      row.status === "PENDING" && (
        <Group gap="4px 12px">
          <ExceptionActions request={row} />
          <Link href={`/shadow-ai/${row.detectionId}`}>{texts.viewDetection}</Link>
        </Group>
      ),
  ),
  actions: "below",
};

/** The justification, with the requester and the decision below. A withdrawn request has no decision. */
function Steps({ request }: { request: ExceptionRequest }) {
  const { justification, requestedBy, createdAt, status, decidedBy, decidedAt, decisionNote } = request;
  return (
    <>
      {justification}
      <Step text={`${terms.requestedBy} ${requestedBy}`} at={createdAt} />
      {decidedAt && <Step text={decidedBy ? `${texts.decidedBy} ${decidedBy}` : labelOf(status)} at={decidedAt} />}
      {decisionNote && (
        <div>
          <Labelled label={texts.decisionNote}>{decisionNote}</Labelled>
        </div>
      )}
    </>
  );
}

function Step({ text, at }: { text: string; at: string }) {
  return (
    <div className="quiet">
      {breakable(text)}, <Time value={at} format="day" focusable={false} />
    </div>
  );
}

function ExceptionRequests() {
  const mayAct = [useMay("exceptions:request"), useMay("exceptions:approve")].includes(true);
  return (
    <ResourceTable<ExceptionRequest, typeof requestFilters>
      name="exception-requests"
      label={texts.exceptionRequests}
      columns={mayAct ? [...columns, actions] : columns}
      listKey={keys.exceptions.list}
      path="/v1/shadow-ai/exceptions"
      parsers={requestFilters}
      filterFields={{ status: { label: terms.status, options: requestStatuses, labelOf: labelOf } }}
      rowHref={({ detectionId }) => `/shadow-ai/${detectionId}`}
      empty={<EmptyState icon={<IconHourglass size={28} />} {...texts.empty} />}
    />
  );
}
