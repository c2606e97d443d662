"use client";

import type { ReactNode } from "react";
import { keys } from "@/components/ui/api/keys";
import { ResourceTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { newestEvents as texts } from "./texts/common";

interface NewestEventsProps {
  filter: { modelId: string; q?: string; eventType?: string } | { tags: string };
  title: string;
  note?: ReactNode;
  /** Identifies the table in the stored column preferences. */
  name: string;
  label: string;
  columns: Column<AuditEvent>[];
  /** Default: 10. */
  shown?: number;
  card?: (event: AuditEvent) => ReactNode;
  empty: ReactNode;
}

/** Where to find events about a model that are recorded under the organisation. */
export function OrganisationEventsNote({ modelId }: { modelId: string }) {
  return (
    <>
      {texts.aboutPackages}{" "}
      <Link href={`/audit?${new URLSearchParams({ q: modelId, eventType: "DATA_ACCESS" })}`}>{texts.viewThem}</Link>
    </>
  );
}

/** The newest events of one object, with a link to the full audit trail. */
export function NewestEvents({ filter, title, note, shown = 10, ...table }: NewestEventsProps) {
  return (
    <Section
      title={title}
      note={note}
      action={<Link href={`/audit?${new URLSearchParams(filter)}`}>{texts.viewInAuditTrail}</Link>}
      panel
    >
      <ResourceTable
        {...table}
        listKey={keys.audit.list}
        path="/v1/audit"
        fixed={filter}
        shown={shown}
        rowHref={(event) => `/audit/${event.id}`}
      />
    </Section>
  );
}
