"use client";

import type { ReactNode } from "react";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import styles from "./newest-events.module.css";

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
  const id = title.toLowerCase();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        <Link href={`/audit?${new URLSearchParams(filter)}`}>All in the audit trail</Link>
      </div>
      <DataTable
        {...table}
        rows={list.rows}
        rowId={(event) => event.id}
        rowHref={(event) => `/audit/${event.id}`}
        query={list.query}
        page={list.page}
      />
    </section>
  );
}
