"use client";

import { Alert, Button, Checkbox, Group, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { credentials as texts } from "@/components/ui/dialog-texts";
import { CopyButton } from "@/components/ui/values/copy";
import styles from "./credentials.module.css";

interface NewSecretProps {
  /** For example, "signing secret". */
  label: string;
  /** Undefined in the response to a repeated request: the service returns a secret only once. */
  value: string | undefined;
  /** Instructions above the secret. */
  children: ReactNode;
  /** Further steps, below the secret. */
  steps?: ReactNode;
  onDone: () => void;
}

/** Shows a secret once. The user must confirm that they have stored it. */
export function NewSecret({ label, value, children, steps, onDone }: NewSecretProps) {
  const [isStored, setStored] = useState(false);
  const content = useRef<HTMLDivElement>(null);

  // Replaces the form that had the focus; the dialog can be scrolled to its end.
  useEffect(() => {
    content.current?.focus({ preventScroll: true });
    content.current?.scrollIntoView({ block: "start" });
  }, []);

  if (value === undefined) {
    return (
      <Stack ref={content} tabIndex={-1} className={styles.content ?? ""}>
        <Alert color="orange" title={texts.lost(label).title} icon={<IconAlertTriangle size={16} aria-hidden="true" />}>
          {texts.lost(label).text}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onDone}>Close</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack ref={content} tabIndex={-1} className={styles.content ?? ""}>
      <div>{children}</div>
      <Group
        justify="space-between"
        gap="xs"
        wrap="nowrap"
        px="sm"
        py="xs"
        bd="1px solid var(--line-strong)"
        bdrs="md"
        bg="var(--code)"
      >
        <code className={styles.secret}>{value}</code>
        <CopyButton value={value} label={label} />
      </Group>
      <Alert color="yellow" role="note">
        Copy this {label} now. You won't be able to see it again.
      </Alert>
      {steps && <div>{steps}</div>}
      <Checkbox
        label={texts.stored(label)}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
