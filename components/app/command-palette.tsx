"use client";

import { Modal, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { PaletteAction } from "@/components/app/palette-actions";
import { PaletteList } from "@/components/app/palette-list";
import { signOut } from "@/components/app/sign-out";
import { usePaletteResults } from "@/components/app/use-palette-results";
import styles from "./command-palette.module.css";

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Pages, actions, and what the service finds under an id or a text. */
export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState("");
  const { groups, state } = usePaletteResults(query.trim());
  const run = useRun();
  // A dialog remembers who had the focus when it opens, which one that is born open would not.
  const mounted = useMounted();

  function close(): void {
    setQuery("");
    onClose();
  }

  return (
    <Modal.Root opened={opened && mounted} onClose={close} size={620} padding={0} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search or go to">
        <PaletteList
          query={query}
          onQuery={setQuery}
          groups={groups}
          onChoose={(action) => {
            close();
            run(action);
          }}
        />
        <p className={styles.state} role="status">
          {state}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

function useRun(): (action: PaletteAction) => void {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  return ({ run }) => {
    if ("command" in run) {
      if (run.command === "sign-out") void signOut();
      else setColorScheme(run.command);
    } else if (run.href === "/docs") location.assign(run.href);
    else router.push(run.href);
  };
}
