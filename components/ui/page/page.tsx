import type { ReactNode } from "react";
import { productName } from "@/components/ui/brand/product-name";
import { Link } from "@/components/ui/page/link";
import styles from "./page.module.css";

export interface Breadcrumb {
  label: string;
  href: string;
}

interface PageProps {
  /** The heading, and the title of the document. */
  title: string;
  /** Stands in the heading's place where it needs more than a text; `title` still names the document. */
  heading?: ReactNode;
  description?: ReactNode;
  /** What can be done with the whole page: buttons, on the right of the heading. */
  actions?: ReactNode;
  /** The way here, without this page. */
  breadcrumbs?: readonly Breadcrumb[];
  /** `reading` keeps forms and texts at a width that is comfortable to read. */
  width?: "full" | "reading";
  children: ReactNode;
}

/** The frame of every page of the dashboard. */
export function Page({ title, heading, description, actions, breadcrumbs, width = "full", children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      <title>{`${title} · ${productName}`}</title>
      <header className={styles.header}>
        {breadcrumbs && breadcrumbs.length > 0 && (
          <nav aria-label="Breadcrumb">
            <ol className={styles.breadcrumbs}>
              {breadcrumbs.map(({ label, href }) => (
                <li key={href}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={styles.top}>
          <h1 className={styles.title}>{heading ?? title}</h1>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {description && <div className={styles.description}>{description}</div>}
      </header>
      {children}
    </div>
  );
}
