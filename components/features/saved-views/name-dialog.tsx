"use client";

import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError, fieldErrors } from "@/components/ui/api/api-error";
import styles from "./saved-views.module.css";

export interface NamedView {
  name: string;
  shared: boolean;
}

interface NameDialogProps {
  title: string;
  action: string;
  name?: string;
  /** Whether it can be shared here. */
  mayShare: boolean;
  send: (view: NamedView) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name of a view. A name that is taken is said beside the field, and what was typed stays. */
export function NameDialog({ title, action, name: known = "", mayShare, send, onClose }: NameDialogProps) {
  const [name, setName] = useState(known);
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [waits, setWaits] = useState(false);

  async function submit(): Promise<void> {
    setWaits(true);
    try {
      await send({ name: name.trim(), shared });
      onClose();
    } catch (error) {
      setProblem(fieldErrors(error).name ?? sentenceOf(error));
      setWaits(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": "Close" }}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          data-autofocus
          label="Name"
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="off"
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        {mayShare && (
          <Checkbox
            label="Share with everybody in the organisation"
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <div className={styles.answers}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={waits} disabled={name.trim() === ""}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : "This could not be saved. Try again.";
}
