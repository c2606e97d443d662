"use client";

import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useShortcuts } from "@/components/ui/keyboard/shortcuts";
import { shell as texts } from "@/components/ui/shell-texts";
import { useHydrated } from "@/lib/platform/client/use-environment";
import styles from "./palette-button.module.css";

const CommandPalette = lazy(async () => ({ default: (await import("./command-palette")).CommandPalette }));

/** Opens the command palette, which loads on first use. */
export function PaletteButton() {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const isMac = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent);
  useShortcuts([{ keys: "mod+k", label: texts.openSearch, group: "Global", run: open }]);

  function open(): void {
    setWanted(true);
    setOpened(true);
  }

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={texts.searchOrGoTo}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={styles.text}>{texts.searchOrGoTo}…</span>
        <kbd className={styles.keys}>{isMac ? texts.searchKeys.mac : texts.searchKeys.other}</kbd>
      </button>
      {wanted && (
        <Suspense>
          <CommandPalette opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
