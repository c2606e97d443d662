"use client";

import { Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { openQuestion } from "@/components/ui/feedback/confirm";

/**
 * A dialog that is open while it is mounted. Mantine does not return the focus from a dialog that mounts open, and Escape
 * in a confirmation would close the dialog below it too.
 */
export function Dialog(props: Omit<ModalProps, "opened">) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
  return <Modal {...props} onClose={() => openQuestion.get() === null && props.onClose()} opened />;
}
