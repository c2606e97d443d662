"use client";

import type { ReactNode } from "react";
import { keys } from "@/components/ui/api/keys";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { useList } from "@/components/ui/data-table/use-list";
import { Section } from "@/components/ui/detail/section";
import { Link } from "@/components/ui/page/link";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";

interface NewestEventsProps {
  /** Which events: one filter of the audit trail. */
  filter: { modelId: string } | { tags: string };
  title: "Alerts" | "Events";
  /** What the table is known by where columns are kept. */
  name: string;
  label: string;
  columns: Column<AuditEvent>[];
  card?: (event: AuditEvent) => ReactNode;
  empty: ReactNode;
}

const shown = 10;

/** The newest events about one thing, on its page, with the way to all of them. */
export function NewestEvents({ filter, title, ...table }: NewestEventsProps) {
  const list = useList<AuditEvent>({
    key: keys.audit.list({ ...filter, limit: shown }),
    path: "/v1/audit",
    filters: filter,
    limit: shown,
  });
  const _id = title.toLowerCase();
  return (
    <Section
      title={title}
      action={<Link href={`/audit?${new URLSearchParams(filter)}`}>All in the audit trail</Link>}
      panel
    >
      <ListTable {...table} list={list} exports={false} rowHref={(event) => `/audit/${event.id}`} />
    </Section>
  );
}
