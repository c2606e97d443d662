"use client";

import { Button } from "@mantine/core";
import { type IconCube, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { EmptyState, ReadOnly } from "@/components/ui/feedback/states";
import type { UrlValues } from "@/components/ui/filters/url-values";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { useMay } from "@/components/ui/page/session";
import type { Permission } from "@/lib/platform/core/roles";
import { ResourceTable, type ResourceTableProps } from "./list-table";

interface ListPageProps<Row, Parsers extends UrlValues>
  extends Omit<ResourceTableProps<Row, Parsers>, "label" | "empty"> {
  title: string;
  description: ReactNode;
  /** Precedes the list. */
  notice?: ReactNode;
  /** The accessible name of the table. Default: the title. */
  label?: string;
  /** The button that adds a record: it opens a dialog or a page. */
  create?: { label: string; permission: Permission } & (
    | { dialog: (onClose: () => void) => ReactNode }
    | { href: string }
  );
  /** Replaces an empty list. */
  empty: { icon: typeof IconCube; title: string; text?: ReactNode };
  children?: ReactNode;
}

/** The page of a list, with a button that adds a record. */
export function ListPage<Row, Parsers extends UrlValues = Record<never, never>>({
  title,
  description,
  notice,
  label = title,
  create,
  empty: { icon: Icon, ...empty },
  children,
  ...table
}: ListPageProps<Row, Parsers>) {
  // Here instead of at the buttons: the dialog stays open when the first record replaces the empty list.
  const [isCreating, setCreating] = useState(false);
  const look = { size: "xs", leftSection: <IconPlus size={14} aria-hidden="true" />, children: create?.label };
  const may = useMay(create?.permission ?? "account");
  const button =
    create &&
    ("href" in create ? (
      <Button {...look} component={Link} href={create.href} />
    ) : (
      <Button {...look} onClick={() => setCreating(true)} />
    ));
  return (
    <Page
      title={title}
      description={description}
      actions={create && (may ? button : <ReadOnly permission={create.permission} />)}
    >
      {notice}
      <ResourceTable<Row, Parsers>
        {...table}
        label={label}
        empty={<EmptyState icon={<Icon size={28} />} {...empty} />}
      />
      {children}
      {isCreating && create && "dialog" in create && create.dialog(() => setCreating(false))}
    </Page>
  );
}
