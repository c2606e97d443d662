"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { OpenQuestion } from "./confirm";

/** Starts with the focus on Cancel or the text field, and returns the focus to the opener. */
export function ConfirmDialog({ title, body, action, danger, typeToConfirm, answer, opener }: OpenQuestion) {
  const [shown, setShown] = useState(true);
  const [typed, setTyped] = useState("");
  const [yes, setYes] = useState(false);
  const mayConfirm = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  function close(withYes: boolean): void {
    setYes(withYes);
    setShown(false);
  }

  return (
    <Modal
      opened={shown}
      onClose={() => close(false)}
      onExitTransitionEnd={() => {
        opener?.focus();
        answer(yes);
      }}
      title={title}
      returnFocus={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mayConfirm) close(true);
        }}
      >
        <Stack>
          {body && <div>{body}</div>}
          {typeToConfirm !== undefined && (
            <TextInput
              data-autofocus
              label={
                <>
                  Type <code>{typeToConfirm}</code> to confirm
                </>
              }
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={() => close(false)}
              {...(typeToConfirm === undefined && { "data-autofocus": true })}
            >
              Cancel
            </Button>
            <Button type="submit" disabled={!mayConfirm} {...(danger && { color: "red" })}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
