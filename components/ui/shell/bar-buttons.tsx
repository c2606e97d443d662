"use client";

import { useMantineColorScheme } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { lazily, type OverlayProps, useOverlay } from "@/components/ui/overlay/use-overlay";
import { useSession } from "@/components/ui/page/session";
import { colorSchemes } from "@/components/ui/shell/color-schemes";
import styles from "./bar-buttons.module.css";

const accountMenu = lazily(async () => (await import("./bar-menus")).AccountMenu);

/** The signed-in user, with the account menu. */
export function AccountButton() {
  const { member, organisation } = useSession();
  return (
    <MenuButton label={`Account: ${member.name}, ${organisation.name}`} className={styles.button} {...accountMenu}>
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

/** The first letters of the first and last name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase() || "?";
}

const colorSchemeMenu = lazily(async () => (await import("./bar-menus")).ColorSchemeMenu);

export function ColorSchemeButton() {
  const { colorScheme } = useMantineColorScheme();
  const { icon: Icon, label } = colorSchemes.find(({ value }) => value === colorScheme) ?? colorSchemes[2];
  return (
    <MenuButton label={`Theme: ${label.toLowerCase()}`} {...colorSchemeMenu}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </MenuButton>
  );
}

interface MenuButtonProps {
  label: string;
  Lazy: ComponentType<OverlayProps>;
  preload: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A button of the top bar with a menu. */
function MenuButton({ label, Lazy, preload, className, children }: MenuButtonProps) {
  const { button, overlay } = useOverlay("menu", preload);
  return (
    <>
      <button {...button} type="button" className={className ?? styles.icon} aria-label={label}>
        {children}
      </button>
      <Suspense>{overlay && <Lazy {...overlay} />}</Suspense>
    </>
  );
}
