"use client";

import { useSession } from "@/components/app/session";
import styles from "./queue.module.css";

/** Who looks into a detection: the part of the address that tells people of one organisation apart. */
export function Assignee({ address }: { address: string | null }) {
  const { member } = useSession();
  if (address === null) return <span className={styles.quiet}>Nobody</span>;
  const name = address === member.email ? "You" : address.replace(/@.*$/, "");
  return (
    <span className={styles.assignee} title={address}>
      {name}
    </span>
  );
}
