import type { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { productName } from "@/components/ui/brand/product-name";
import { Link } from "@/components/ui/page/link";
import styles from "./state-page.module.css";

interface StatePageProps {
  title: string;
  text: ReactNode;
  icon?: typeof IconAlertTriangle;
  note?: string | undefined;
  link?: { href: string; label: string };
  children?: ReactNode;
}

/** Replaces a page that cannot be shown: the reason and a link. */
export function StatePage({ title, text, icon: Icon, note, link, children }: StatePageProps) {
  return (
    <div className={styles.state}>
      <title>{`${title} · ${productName}`}</title>
      {Icon && <Icon className={styles.icon} size={28} stroke={1.5} aria-hidden="true" />}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {note && <p className={styles.note}>{note}</p>}
      {children}
      {link && (
        <p className={styles.text}>
          <Link href={link.href}>{link.label}</Link>
        </p>
      )}
    </div>
  );
}
