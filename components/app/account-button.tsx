"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { MenuButton } from "@/components/app/menu-button";
import { useSession } from "@/components/app/session";
import { lazily } from "@/components/overlay/use-overlay";
import styles from "./account-button.module.css";

const menu = lazily(async () => (await import("./account-menu")).AccountMenu);

/** Who is signed in; opens what concerns only them. */
export function AccountButton() {
  const { member, organisation } = useSession();
  return (
    <MenuButton label={`Account of ${member.name}, ${organisation.name}`} className={styles.button} {...menu}>
      <span className={styles.initials} aria-hidden="true">
        {initials(member.name)}
      </span>
      <span className={styles.who} aria-hidden="true">
        <span className={styles.name}>{member.name}</span>
        <span className={styles.organisation}>{organisation.name}</span>
      </span>
      <IconChevronDown className={styles.chevron} size={14} stroke={1.75} aria-hidden="true" />
    </MenuButton>
  );
}

/** At most two letters: of the first and of the last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
