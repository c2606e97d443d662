"use client";

import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import type { OpenQuestion } from "./confirm";
import styles from "./confirm-dialog.module.css";

/** A question with its answers. Focus begins on the answer that changes nothing, and returns to where it came from. */
export function ConfirmDialog({ title, body, action, danger, typeToConfirm, answer, opener }: OpenQuestion) {
  const [shown, setShown] = useState(true);
  const [typed, setTyped] = useState("");
  const [yes, setYes] = useState(false);
  const mayGoOn = typeToConfirm === undefined || typed.trim() === typeToConfirm;

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
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mayGoOn) close(true);
        }}
      >
        {body && <div className={styles.body}>{body}</div>}
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
        <div className={styles.answers}>
          <Button
            variant="default"
            onClick={() => close(false)}
            {...(typeToConfirm === undefined && { "data-autofocus": true })}
          >
            Cancel
          </Button>
          <Button type="submit" disabled={!mayGoOn} {...(danger && { color: "red" })}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
