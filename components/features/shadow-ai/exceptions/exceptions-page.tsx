"use client";

import { Group } from "@mantine/core";
import { IconHourglass } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf } from "@/components/ui/data-table/columns";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { TabStrip } from "@/components/ui/page/tab-strip";
import { terms } from "@/components/ui/terms";
import { Labelled } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import { describeChange } from "@/lib/domains/credentials/enums";
import type { ExceptionRequest } from "@/lib/domains/shadow-ai/schemas-triage";
import { labelOf } from "@/lib/platform/client/format";
import { Person, SeverityAndRisk } from "../detection-values";
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
    cell: ({ detection }) => <SeverityAndRisk {...detection} />,
  },
  column.count("calls", common.calls, { of: ({ detection }) => detection.estimatedCallVolume }),
  column.time("lastSeenAt", common.lastTraffic, { of: ({ detection }) => detection.lastSeenAt, format: "relative" }),
  column.text("department", terms.department, {
    of: ({ detection }) => detection.departmentHint,
    hiddenByDefault: true,
  }),
  column.status("exception", ({ status }) => status),
  column.text("justification", common.justification, {
    cell: (row) => <Steps request={row} />,
    minWidth: "16.5rem",
    inCards: "bare",
  }),
  column.text("requestedBy", terms.requestedBy, {
    cell: (row) => <Person name={row.requestedByName} address={row.requestedBy} />,
    hiddenByDefault: true,
  }),
  column.text("expiresAt", texts.endDate, {
    cell: (row) => <EndDate request={row} />,
    minWidth: "8.5rem",
    inCards: "bare",
  }),
  column.time("createdAt", terms.requested, { format: "relative", hiddenByDefault: true }),
  column.text("decidedBy", texts.decidedBy, {
    cell: (row) => <Person name={row.decidedByName} address={row.decidedBy} />,
    hiddenByDefault: true,
  }),
  column.text("decisionNote", texts.decisionNote, { hiddenByDefault: true }),
  {
    id: "approverChanges",
    header: common.approverAccountChanges,
    hiddenByDefault: true,
    minWidth: "14rem",
    cell: (row) => <ApproverChanges {...row} />,
    csv: (row) => row.approverChanges.map((change) => `${change.account}: ${describeChange(change)}`).join("; "),
  },
  {
    ...column.actions((row) => (
      <Group gap="4px 12px">
        <ExceptionActions request={row} />
        <Link href={`/shadow-ai/${row.detectionId}`}>{texts.viewDetection}</Link>
      </Group>
    )),
    actions: "below",
  },
];

/** The requested end of an exception, or when an approved exception expires. */
function EndDate({ request: { status, expiresAt } }: { request: ExceptionRequest }) {
  return (
    <Labelled label={status === "APPROVED" ? terms.expires : common.requestedUntil}>
      <Time value={expiresAt} format="day" focusable={false} />
    </Labelled>
  );
}

/** The justification, with the requester and the decision below. A withdrawn request has no decision. */
function Steps({ request }: { request: ExceptionRequest }) {
  const { justification, createdAt, status, decidedBy, decidedAt, decisionNote } = request;
  return (
    <>
      {justification}
      <Step at={createdAt}>
        {terms.requestedBy} <Person name={request.requestedByName} address={request.requestedBy} />
      </Step>
      {decidedAt && (
        <Step at={decidedAt}>
          {decidedBy ? (
            <>
              {texts.decidedBy} <Person name={request.decidedByName} address={decidedBy} />
            </>
          ) : (
            labelOf(status)
          )}
        </Step>
      )}
      {decisionNote && (
        <div>
          <Labelled label={`${texts.decisionNote}:`}>{decisionNote}</Labelled>
        </div>
      )}
    </>
  );
}

function Step({ children, at }: { children: ReactNode; at: string }) {
  return (
    <div className="quiet">
      {children}, <Time value={at} format="day" focusable={false} />
    </div>
  );
}

function ExceptionRequests() {
  return (
    <ResourceTable<ExceptionRequest, typeof requestFilters>
      name="exception-requests"
      label={texts.exceptionRequests}
      columns={columns}
      listKey={keys.exceptions.list}
      path="/v1/shadow-ai/exceptions"
      parsers={requestFilters}
      filterFields={{ status: { label: terms.status, options: requestStatuses, labelOf: labelOf } }}
      rowHref={({ detectionId }) => `/shadow-ai/${detectionId}`}
      empty={<EmptyState icon={<IconHourglass size={28} />} {...texts.empty} />}
    />
  );
}
