"use client";

import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import styles from "./shortcut-list.module.css";
import { keysText, registered, type Shortcut, useSingleKeys } from "./shortcuts";

/** The shortcuts of the page, and the setting for single-key shortcuts. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => shortcutGroups(registered()));
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={styles.groups}>
        {groups.map(([group, shortcuts]) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{group}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, label }) => (
                <div key={label} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((one, index) => (
                      <span key={one}>
                        {index > 0 && <span className={styles.then}> or </span>}
                        <Keys strokes={keysText(one, isMac)} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className={styles.switch ?? ""}
        label="Single-key shortcuts"
        description="Turn these off if you use speech input. Shortcuts with Ctrl or Command still work."
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function Keys({ strokes }: { strokes: string[][] }) {
  return strokes.map((stroke, index) => (
    <span key={stroke.join()}>
      {index > 0 && <span className={styles.then}> then </span>}
      {stroke.map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  ));
}

export interface ListedShortcut {
  label: string;
  keys: string[];
}

const lastGroups = ["Go to", "Global"];

/** Shortcuts by group, those of the page first. Combines keys with the same label and omits overridden shortcuts. */
export function shortcutGroups(shortcuts: readonly Shortcut[]): [group: string, shortcuts: ListedShortcut[]][] {
  const groups = new Map<string, Map<string, ListedShortcut>>();
  const seen = new Set<string>();
  for (const { keys, label, group: name = "This page" } of shortcuts) {
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
