"use client";

import { Button } from "@mantine/core";
import { IconListDetails, IconShieldCheck } from "@tabler/icons-react";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { Page } from "@/components/app/page";
import { DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { Severity } from "@/components/values/severity";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { resolveTimes } from "@/lib/client/period";
import { queryString } from "@/lib/client/query-string";
import { useNow } from "@/lib/client/use-environment";
import { actorName } from "./actor-name";
import { AuditFilterBar } from "./audit-filter-bar";
import { auditColumns } from "./columns";
import { EventTime } from "./event-time";
import { auditFilters } from "./filters";
import { useModelNames } from "./use-model-names";

/** Every event on the chain, newest first. */
export function AuditTrail() {
  const { filters, set, clear } = useFilters(auditFilters);
  const names = useModelNames();
  const now = useNow();
  const list = useList<AuditEvent>({ key: keys.audit.list(filters), path: "/v1/audit", filters });
  const exportOf = (format: string) => `/v1/audit/export${queryString({ ...resolveTimes(filters, now ?? 0), format })}`;
  const count = countFilters(filters);

  return (
    <Page
      title="Audit trail"
      description="What the models did and who had a say in it, each event linked to the one before by its hash."
      actions={
        <Button
          component={Link}
          href="/audit/verification"
          variant="default"
          size="xs"
          leftSection={<IconShieldCheck size={14} aria-hidden="true" />}
        >
          Verify the chain
        </Button>
      }
    >
      <DataTable
        name="audit"
        label="Audit events"
        columns={auditColumns(names)}
        rows={list.rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => `/audit/${id}`}
        query={list.query}
        page={list.page}
        toolbar={<AuditFilterBar filters={filters} set={set} clear={clear} names={names} />}
        empty={
          <EmptyState
            icon={<IconListDetails size={28} />}
            title="No events yet"
            text="They come from whatever runs your models, through the API."
            action={<a href="/docs">How to send the first event</a>}
          />
        }
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        card={(event) => (
          <>
            <div>
              <Severity value={event.severity} /> <EventTime event={event} />
            </div>
            <div>
              {names.get(event.modelId) ?? event.modelId}, {actorName(event)}
            </div>
          </>
        )}
        exportAll={{ fileName: "audit-events", href: { csv: exportOf("csv"), ndjson: exportOf("ndjson") } }}
      />
    </Page>
  );
}
