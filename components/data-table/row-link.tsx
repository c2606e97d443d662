"use client";

import type { ReactNode } from "react";
import { Link } from "@/components/app/link";
import styles from "./data-table.module.css";

interface RowLinkProps {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** What opens a row: a link where there is an address, so that a new tab works; a button where there is none. */
export function RowLink({ href, onOpen, children }: RowLinkProps) {
  if (href === undefined) {
    return onOpen ? (
      <button type="button" data-row-link className={styles.rowLink} onClick={onOpen}>
        {children}
      </button>
    ) : (
      children
    );
  }
  return (
    <Link
      href={href}
      data-row-link
      className={styles.rowLink}
      onClick={(event) => {
        if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </Link>
  );
}
