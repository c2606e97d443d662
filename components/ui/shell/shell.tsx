"use client";

import { IconMenu2 } from "@tabler/icons-react";
import { usePathname, useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Logo } from "@/components/ui/brand/logo";
import { StaleStrip } from "@/components/ui/feedback/stale-strip";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { May, useSession } from "@/components/ui/page/session";
import { PaletteButton } from "@/components/ui/palette/palette-button";
import { AccountButton, ColorSchemeButton } from "@/components/ui/shell/bar-buttons";
import { PortalTarget, SkipLink } from "@/components/ui/shell/landmarks";
import { navigation } from "@/components/ui/shell/navigation";
import { NavigationList } from "@/components/ui/shell/navigation-list";
import { NotificationsButton } from "@/components/ui/shell/notifications-button";
import { shell as texts } from "@/components/ui/shell-texts";
import barButton from "./bar-buttons.module.css";
import styles from "./shell.module.css";

const ShortcutList = lazy(async () => ({
  default: (await import("@/components/ui/keyboard/shortcut-list")).ShortcutList,
}));
const NavigationDrawer = lazy(async () => ({ default: (await import("./navigation-drawer")).NavigationDrawer }));

/** The dashboard layout: navigation on the left, the top bar, and the page below it. */
export function Shell({ children }: { children: ReactNode }) {
  const { organisation } = useSession();
  const pathname = usePathname();
  // The page where the drawer was opened. It closes on every other page.
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
            aria-label={texts.openNavigation}
            aria-haspopup="dialog"
            aria-expanded={drawerAt === pathname}
            onClick={openDrawer}
          >
            <IconMenu2 size={18} stroke={1.75} aria-hidden="true" />
          </button>
          <Logo href="/" size="small" />
        </div>
        <PaletteButton />
        <div className={styles.end}>
          {!organisation.livemode && <Sandbox />}
          <ColorSchemeButton />
          <May permission="organisation:read">
            <NotificationsButton />
          </May>
          <AccountButton />
        </div>
      </header>
      <nav aria-label="Main" className={styles.rail}>
        <Logo href="/" className={styles.railLogo} />
        <NavigationList />
      </nav>
      <div className={styles.body}>
        <StaleStrip />
        <main id="content" className={styles.main} tabIndex={-1}>
          {children}
          <PortalTarget />
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

/** Opens the list of keyboard shortcuts with `?`. */
function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  useShortcuts([{ keys: "?", label: texts.showShortcuts, group: "Global", run: () => setOpened(true) }]);
  return <Suspense>{opened && <ShortcutList onClose={() => setOpened(false)} />}</Suspense>;
}

function Sandbox() {
  return (
    <span className={styles.sandbox} title={texts.sandbox}>
      Sandbox
    </span>
  );
}

/** The shortcuts of the navigation's pages. */
function useGoTo(): void {
  const router = useRouter();
  const { permissions } = useSession();
  useShortcuts(
    navigation.flatMap(({ href, label, shortcut, permission }) =>
      shortcut && permissions.includes(permission)
        ? { keys: shortcut, label, group: texts.goTo, run: () => router.push(href) }
        : [],
    ),
  );
}
