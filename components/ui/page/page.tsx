import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { productName } from "@/components/ui/brand/product-name";
import { Link } from "@/components/ui/page/link";
import { breakable } from "@/components/ui/values/key-value";
import styles from "./page.module.css";

export interface Breadcrumb {
  label: string;
  href: string;
}

interface PageProps {
  /** The heading and the document title. */
  title: string;
  description?: ReactNode;
  /** Buttons to the right of the heading: the primary action first, and actions that disable or archive last. */
  actions?: ReactNode;
  /** The parent pages. */
  breadcrumbs?: readonly Breadcrumb[];
  /** `reading` limits the width of forms and text. */
  width?: "full" | "reading";
  children: ReactNode;
}

/** The layout of a dashboard page. */
export function Page({ title, description, actions, breadcrumbs, width = "full", children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      <title>{`${title} · ${productName}`}</title>
      <header className={styles.header}>
        {breadcrumbs && breadcrumbs.length > 0 && (
          <nav aria-label="Breadcrumb">
            <ol className={`${styles.breadcrumbs} plain-list`}>
              {breadcrumbs.map(({ label, href }) => (
                <li key={href}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.top}>
          <h1 className={styles.title}>{breakable(title)}</h1>
          {actions && (
            <Group gap="xs" className={styles.actions ?? ""}>
              {actions}
            </Group>
          )}
        </div>
        {description && <div className={styles.description}>{description}</div>}
      </header>
      {children}
    </div>
  );
}
