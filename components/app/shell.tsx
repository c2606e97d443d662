"use client";

import { IconMenu2 } from "@tabler/icons-react";
import { usePathname, useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { AccountButton, ColorSchemeButton } from "@/components/app/bar-buttons";
import { FloatingRoom, SkipLink } from "@/components/app/landmarks";
import { navigation } from "@/components/app/navigation";
import { NavigationList } from "@/components/app/navigation-list";
import { PaletteButton } from "@/components/app/palette-button";
import { useSession } from "@/components/app/session";
import { NamePlate } from "@/components/brand/name-plate";
import { OfflineBanner } from "@/components/feedback/offline-banner";
import { ShortcutHelp } from "@/components/keyboard/shortcut-help";
import { useShortcuts } from "@/components/keyboard/shortcuts";
import barButton from "./bar-buttons.module.css";
import styles from "./shell.module.css";

const NavigationDrawer = lazy(async () => ({ default: (await import("./navigation-drawer")).NavigationDrawer }));

/** The frame of the dashboard: navigation on the left, what serves every page above, the page itself below it. */
export function Shell({ children }: { children: ReactNode }) {
  const { organisation } = useSession();
  const pathname = usePathname();
  // Where the drawer was opened: it is closed on every other page.
  const [drawerAt, setDrawerAt] = useState<string>();
  const [drawerWanted, setDrawerWanted] = useState(false);
  useGoTo();

  function openDrawer(): void {
    setDrawerWanted(true);
    setDrawerAt(pathname);
  }

  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.bar}>
        <div className={styles.start}>
          <button
            type="button"
            className={`${barButton.icon} ${styles.menuButton}`}
            aria-label="Open navigation"
            aria-haspopup="dialog"
            aria-expanded={drawerAt === pathname}
            onClick={openDrawer}
          >
            <IconMenu2 size={18} stroke={1.75} aria-hidden="true" />
          </button>
          <NamePlate href="/" size="small" />
        </div>
        <PaletteButton />
        <div className={styles.end}>
          {!organisation.livemode && <Sandbox />}
          <ColorSchemeButton />
          <AccountButton />
        </div>
      </header>
      <nav aria-label="Main" className={styles.rail}>
        <NamePlate href="/" className={styles.plateOfRail} />
        <NavigationList />
      </nav>
      <div className={styles.body}>
        <OfflineBanner />
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
          <FloatingRoom />
        </main>
      </div>
      {drawerWanted && (
        <Suspense>
          <NavigationDrawer opened={drawerAt === pathname} onClose={() => setDrawerAt(undefined)} />
        </Suspense>
      )}
      <ShortcutHelp />
    </div>
  );
}

/** Says that nothing here is about the real world. */
function Sandbox() {
  return (
    <span className={styles.sandbox} title="A sandbox organisation: its keys say test, its data is for trying out.">
      Sandbox
    </span>
  );
}

/** The shortcuts that lead to the pages of the navigation. */
export function useGoTo(): void {
  const router = useRouter();
  const { permissions } = useSession();
  useShortcuts(
    navigation.flatMap(({ href, label, shortcut, permission }) =>
      shortcut && permissions.includes(permission)
        ? { keys: shortcut, label, group: "Go to", run: () => router.push(href) }
        : [],
    ),
  );
}
