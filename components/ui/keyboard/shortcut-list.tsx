"use client";

import { Box, Kbd, Switch, Text } from "@mantine/core";
import { useState } from "react";
import { shortcutList as texts } from "@/components/ui/dialog-texts";
import { Dialog } from "@/components/ui/overlay/dialog";
import styles from "./shortcut-list.module.css";
import { keysText, registered, type Shortcut, useSingleKeys } from "./shortcuts";

/** The shortcuts of the page, and the setting for single-key shortcuts. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => shortcutGroups(registered()));
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <Dialog onClose={onClose} title={texts.title} size="lg">
      <div style={{ columns: "16rem", columnGap: "2rem" }}>
        {groups.map(([group, shortcuts]) => (
          <Box component="section" key={group} mb={20} style={{ breakInside: "avoid" }}>
            <Text component="h3" c="dimmed" fz="xs" fw={600} m={0}>
              {group}
            </Text>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, label }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((one, index) => (
                      <span key={one}>
                        {index > 0 && " or "}
                        <Keys strokes={keysText(one, isMac)} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </Box>
        ))}
      </div>
      <Switch
        mt="lg"
        {...texts.singleKeys}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

function Keys({ strokes }: { strokes: string[][] }) {
  return strokes.map((stroke, index) => (
    <span key={stroke.join()}>
      {index > 0 && " then "}
      {stroke.map((key) => (
        <Kbd key={key} ml="2xs">
          {key}
        </Kbd>
      ))}
    </span>
  ));
}

export interface ListedShortcut {
  label: string;
  keys: string[];
}

const lastGroups = [texts.goTo, "Global"];

/** Shortcuts by group, those of the page first. Combines keys with the same label and omits overridden shortcuts. */
export function shortcutGroups(shortcuts: readonly Shortcut[]): [group: string, shortcuts: ListedShortcut[]][] {
  const groups = new Map<string, Map<string, ListedShortcut>>();
  const seen = new Set<string>();
  for (const { keys, label, group: name = texts.thisPage } of shortcuts) {
    if (seen.has(keys)) continue;
    seen.add(keys);
    const group = groups.get(name) ?? new Map<string, ListedShortcut>();
    const listed = group.get(label) ?? { label, keys: [] };
    listed.keys.push(keys);
    groups.set(name, group.set(label, listed));
  }
  return [...groups]
    .toSorted(([one], [other]) => lastGroups.indexOf(one) - lastGroups.indexOf(other))
    .map(([name, group]) => [name, [...group.values()]]);
}
