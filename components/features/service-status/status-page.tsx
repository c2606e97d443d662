"use client";

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { ScrollingTable, Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { useSession } from "@/components/ui/page/session";
import { StatePage } from "@/components/ui/page/state-page";
import { Count, Duration } from "@/components/ui/values/figures";
import { Id } from "@/components/ui/values/identifiers";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import { durationText } from "@/lib/platform/client/format";
import type { ServiceStatus } from "@/lib/platform/status/read-status";
import { statusPage as texts } from "./texts";

/** Processes, queues and components of the whole installation. */
export function StatusPage({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [isLoading, startLoading] = useTransition();
  const refresh = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={isLoading}
      onClick={() => startLoading(() => router.refresh())}
    >
      {texts.refresh}
    </Button>
  );
  return (
    <Page title={texts.title} description={texts.description} actions={refresh}>
      {children}
    </Page>
  );
}

/** Replaces the page if no organisation operates the service. */
export function StatusDisabled() {
  const { organisation } = useSession();
  const { organisationId, goToOrganisation, ...state } = texts.disabled;
  return (
    <StatePage {...state} link={{ href: "/settings", label: goToOrganisation }}>
      <div>
        <span className="quiet">{organisationId}</span> <Id value={organisation.id} />
      </div>
    </StatePage>
  );
}

export function StatusPanels({ status: { processes, queues, checks, ...checked } }: { status: ServiceStatus }) {
  return (
    <>
      <p className="quiet" role="status">
        {texts.checked} <Time value={checked.checkedAt} /> {texts.byProcess(checked.checkedBy)}
      </p>
      <StatusTable {...texts.components} rows={checks.map(checkRow)} />
      <StatusTable {...texts.processes} rows={processes?.map(processRow)} />
      <StatusTable {...texts.queues} rows={queues?.map(queueRow)} />
    </>
  );
}

interface Row {
  key: string;
  cells: [name: string, ...others: ReactNode[]];
}

function checkRow({ name, state, message, last }: ServiceStatus["checks"][number]): Row {
  const outcome = last && (
    <>
      {last.text} · <Time value={last.at} format="relative" />
    </>
  );
  return { key: name, cells: [name, <StatusBadge key="state" kind="check" value={state} />, message, outcome] };
}

function processRow(process: NonNullable<ServiceStatus["processes"]>[number]): Row {
  const { id, host, pid, role, version, nodeVersion, startedAt, heartbeatAt, clockSkewMs, alive } = process;
  return {
    key: id,
    cells: [
      texts.processes.host(host, pid),
      <StatusBadge key="status" kind="process" value={alive ? "ACTIVE" : "NOT_RESPONDING"} />,
      role,
      version,
      nodeVersion,
      <Time key="started" value={startedAt} />,
      <Time key="heartbeat" value={heartbeatAt} format="relative" />,
      clockText(clockSkewMs),
    ],
  };
}

function clockText(skewMs: number): string {
  const { ahead, behind, none } = texts.processes.clock;
  return skewMs === 0 ? none : `${durationText(Math.abs(skewMs))} ${skewMs > 0 ? ahead : behind}`;
}

function queueRow({ name, depth, oldestSeconds, note }: NonNullable<ServiceStatus["queues"]>[number]): Row {
  const age = oldestSeconds === null ? null : <Duration key="age" ms={oldestSeconds * 1_000} />;
  return { key: name, cells: [name, <Count key="depth" value={depth} />, age, note] };
}

interface StatusTableProps {
  title: string;
  note: string;
  columns: readonly string[];
  /** Undefined if the rows could not be read. */
  rows: Row[] | undefined;
  none?: { title: string; text: string };
}

function StatusTable({ title, note, columns, rows, none }: StatusTableProps) {
  const empty = rows === undefined ? texts.notRead : rows.length === 0 ? none : undefined;
  return (
    <Section title={title} note={note}>
      {empty ? (
        <EmptyState {...empty} />
      ) : (
        <ScrollingTable label={texts.tableOf(title)}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows?.map(({ key, cells: [name, ...others] }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {columns.slice(1).map((column, index) => (
                  <td key={column}>{others[index] || "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
    </Section>
  );
}
