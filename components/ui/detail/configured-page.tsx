"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { QueryKey } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { RotateSecret, type RotateSecretProps } from "@/components/ui/credentials/rotate-secret";
import { Link } from "@/components/ui/page/link";
import { May } from "@/components/ui/page/session";
import type { Permission } from "@/lib/platform/core/roles";
import { DeleteSection, type DeleteSectionProps, DialogButton, Toggle, type ToggleProps } from "./actions";
import { ResourcePage, type ResourcePageProps } from "./resource-page";
import { Columns } from "./section";

interface ConfiguredPageProps<T> extends Pick<ResourcePageProps<T>, "kind" | "title" | "description"> {
  id: string;
  list: {
    title: string;
    href: string;
    /** The path in the API. */
    path: string;
    keys: { all: () => QueryKey; list: () => QueryKey; one: (id: string) => QueryKey };
  };
  /** Required to change the record. */
  permission: Permission;
  toggle: (record: T) => Omit<ToggleProps<T>, "path" | "invalidates">;
  /** Other query key prefixes that enabling or disabling affects. */
  alsoInvalidates?: readonly QueryKey[];
  /** Actions between the button that changes the record and the toggle. */
  actions?: (record: T) => ReactNode;
  /** The dialog that changes the record, or the address of the page. */
  change: ((record: T, etag: string | null, onClose: () => void) => ReactNode) | string;
  notice?: (record: T) => ReactNode;
  /** The column of details. */
  facts: (record: T) => ReactNode;
  secret?: (record: T) => Pick<RotateSecretProps, "label" | "overlap" | "advice">;
  /** The changes of the record, with their authors. */
  changes: ReactNode;
  /** Sections after the content that change the record. */
  sections?: (record: T) => ReactNode;
  remove: (record: T) => Pick<DeleteSectionProps, "name" | "question" | "note">;
  children: (record: T) => ReactNode;
}

/** The page of a record that can be enabled, disabled, edited and deleted, and whose secret can be rotated. */
export function ConfiguredPage<T extends { id: string; previousSecretExpiresAt?: string | null }>({
  id,
  list,
  permission,
  kind,
  title,
  description,
  change,
  ...page
}: ConfiguredPageProps<T>) {
  const path = `${list.path}/${id}`;
  /** Enabling a disabled record is its primary action, which the page shows first. */
  const inOrder = (record: T, [edit, others, toggle]: [ReactNode, ReactNode, ReactNode]) =>
    page.toggle(record).on ? [edit, others, toggle] : [toggle, edit, others];
  const editVariant = (record: T) => (page.toggle(record).on ? "filled" : "default");
  const pencil = <IconPencil size={14} aria-hidden="true" />;
  return (
    <ResourcePage<T>
      queryKey={list.keys.one(id)}
      path={path}
      kind={kind}
      breadcrumbs={[{ label: list.title, href: list.href }]}
      title={title}
      {...(description && { description })}
      actions={(record, etag) => (
        <May permission={permission}>
          {inOrder(record, [
            typeof change === "string" ? (
              <Button
                key="change"
                component={Link}
                href={change}
                size="xs"
                variant={editVariant(record)}
                leftSection={pencil}
              >
                Edit
              </Button>
            ) : (
              <DialogButton
                key="change"
                label="Edit"
                variant={editVariant(record)}
                leftSection={pencil}
                dialog={(onClose) => change(record, etag, onClose)}
              />
            ),
            <Fragment key="actions">{page.actions?.(record)}</Fragment>,
            <Toggle<T>
              key="toggle"
              {...page.toggle(record)}
              path={path}
              invalidates={[list.keys.all(), ...(page.alsoInvalidates ?? [])]}
            />,
          ])}
        </May>
      )}
    >
      {(record) => (
        <>
          {page.notice?.(record)}
          <Columns details={page.facts(record)} after={<May permission="audit:read">{page.changes}</May>}>
            {page.children(record)}
            <May permission={permission}>{page.sections?.(record)}</May>
            {page.secret && (
              <RotateSecret
                {...page.secret(record)}
                permission={permission}
                path={`${path}/rotate-secret`}
                invalidates={list.keys.all()}
                previousSecretExpiresAt={record.previousSecretExpiresAt ?? null}
              />
            )}
          </Columns>
          <May permission={permission}>
            <DeleteSection {...page.remove(record)} path={path} list={{ key: list.keys.list(), href: list.href }} />
          </May>
        </>
      )}
    </ResourcePage>
  );
}
