"use client";

import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

interface CopyButtonProps {
  value: string;
  /** The name of the value: "hash". */
  label: string;
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Copy ${label}`}
      title={`Copy ${label}`}
      onClick={(event) => {
        event.stopPropagation();
        copy(value);
      }}
    >
      {copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} aria-hidden="true" />}
      <span className="visually-hidden" role="status">
        {copied && "Copied"}
        {error && "Couldn't copy to the clipboard"}
      </span>
    </button>
  );
}

/** @returns false if the browser does not allow it, for example over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
