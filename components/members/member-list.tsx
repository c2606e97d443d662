"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { roleNames } from "@/components/app/role-names";
import { May } from "@/components/app/session";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { activeFilters } from "@/components/filters/active-filters";
import { FilterBar } from "@/components/filters/filter-bar";
import { FilterSelect } from "@/components/filters/filter-select";
import { countFilters, useFilters } from "@/components/filters/use-filters";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { Member } from "@/lib/members/schemas";
import { type Role, roles } from "@/lib/roles";
import { memberFilters, memberStatuses } from "./filters";
import { MemberMenu } from "./member-menu";

const InviteDialog = dynamic(() => import("./invite-dialog").then((file) => file.InviteDialog));

const columns: Column<Member>[] = [
  { id: "name", header: "Name", rowHeader: true, hideable: false, cell: ({ name }) => name, csv: ({ name }) => name },
  { id: "email", header: "E-mail address", cell: ({ email }) => email, csv: ({ email }) => email },
  { id: "role", header: "Role", cell: ({ role }) => roleNames[role], csv: ({ role }) => role },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="member" value={status} />,
    csv: ({ status }) => status,
  },
  {
    id: "secondFactor",
    header: "Second factor",
    cell: ({ secondFactor }) => (secondFactor ? "On" : "Off"),
    csv: ({ secondFactor }) => String(secondFactor),
  },
  {
    id: "signsInWith",
    header: "Signs in with",
    cell: ({ signsInWith }) => signsInWith.map(wordsOf).join(", ") || "–",
    csv: ({ signsInWith }) => signsInWith.join(" "),
  },
  {
    id: "accessExpiresAt",
    header: "Access ends",
    cell: ({ accessExpiresAt }) => <Time value={accessExpiresAt} format="day" none="Never" />,
    csv: ({ accessExpiresAt }) => accessExpiresAt,
  },
  {
    id: "lastSignInAt",
    header: "Last sign-in",
    cell: ({ lastSignInAt }) => <Time value={lastSignInAt} format="relative" none="Never" />,
    csv: ({ lastSignInAt }) => lastSignInAt,
  },
  {
    id: "actions",
    header: "Actions",
    actions: true,
    hideable: false,
    cell: (member) => (
      <May permission="admin">
        <MemberMenu member={member} />
      </May>
    ),
  },
];

/** The people of the organisation, and what each is there for. */
export function MemberList() {
  const { filters, set, clear } = useFilters(memberFilters);
  const list = useList<Member>({ key: keys.members.list(filters), path: "/v1/members", filters });
  const [isInviting, setInviting] = useState(false);
  const count = countFilters(filters);
  const words = {
    role: { label: "Role", word: (role: string) => roleNames[role as Role] },
    status: { label: "Status", word: wordsOf },
  };
  return (
    <Page
      title="Members"
      description="Who may sign in, and as what. Every change is an event on the audit chain."
      actions={
        <May permission="admin">
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        </May>
      }
    >
      <DataTable
        name="members"
        label="Members"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        query={list.query}
        page={list.page}
        toolbar={
          <FilterBar active={activeFilters(filters, words, set)} onClear={clear}>
            <FilterSelect
              label="Role"
              value={filters.role}
              onChange={(value) => set({ role: roles.find((role) => role === value) ?? null })}
              options={roles.map((value) => ({ value, label: roleNames[value] }))}
            />
            <FilterSelect
              label="Status"
              value={filters.status}
              onChange={(value) => set({ status: memberStatuses.find((status) => status === value) ?? null })}
              options={memberStatuses.map((value) => ({ value, label: wordsOf(value) }))}
            />
          </FilterBar>
        }
        empty={<EmptyState icon={<IconUsers size={28} />} title="Nobody is here yet" />}
        {...(count > 0 && { noMatch: { count, onClear: clear } })}
        exportAll={{ fileName: "members", fetchPage: list.fetchPage }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
