"use client";

import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { keysText } from "./match-shortcut";
import { registered } from "./registry";
import { shortcutGroups } from "./shortcut-groups";
import styles from "./shortcut-list.module.css";
import { useSingleKeys } from "./single-keys";

/** What the keyboard does on this page, and the switch for keys of one character. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() => shortcutGroups(registered()));
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
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
        description="Switch them off if you use speech input. Shortcuts with Ctrl or Command stay."
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
