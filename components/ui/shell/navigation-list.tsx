"use client";

import { usePathname } from "next/navigation";
import { useId } from "react";
import { Link, useLinkPending } from "@/components/ui/page/link";
import { useSession } from "@/components/ui/page/session";
import { currentItem, type NavigationItem, navigationOf } from "@/components/ui/shell/navigation";
import styles from "./navigation-list.module.css";

interface NavigationListProps {
  /** Larger entries for touch, in the drawer. */
  large?: boolean;
}

/** The pages that the user can open. */
export function NavigationList({ large = false }: NavigationListProps) {
  const session = useSession();
  const current = currentItem(usePathname());
  return (
    <div className={styles.navigation} data-large={large || undefined}>
      {navigationOf(session).map(({ section, items }) => (
        <Section key={section} heading={section} items={items} current={current} />
      ))}
    </div>
  );
}

interface SectionProps {
  heading: string;
  items: readonly NavigationItem[];
  current: NavigationItem | undefined;
}

function Section({ heading, items, current }: SectionProps) {
  const id = useId();
  return (
    <div className={styles.section}>
      {heading && (
        <p id={id} className={styles.heading}>
          {heading}
        </p>
      )}
      <ul className={`${styles.items} plain-list`} aria-labelledby={heading ? id : undefined}>
        {items.map((item) => (
          <li key={item.href}>
            <Link href={item.href} className={styles.item} aria-current={item === current ? "page" : undefined}>
              <item.icon className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />
              <span className={styles.label}>{item.label}</span>
              <Pending />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A dot while the page is loading. */
function Pending() {
  return <span className={styles.pending} data-pending={useLinkPending() || undefined} aria-hidden="true" />;
}
