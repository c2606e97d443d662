"use client";

import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { values as texts } from "@/components/ui/texts";

interface CopyButtonProps {
  value: string;
  /** The name of the value: "hash". */
  label: string;
  /** Shows "Copy" instead of an icon. */
  withText?: boolean;
}

export function CopyButton({ value, label, withText = false }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2_000 });
  const result = copied ? "Copied" : error && texts.copyFailed;
  if (withText)
    return (
      <button type="button" className="small-button no-print" onClick={() => copy(value)}>
        <span aria-live="polite">{result ?? "Copy"}</span>
        <span className="visually-hidden"> {label}</span>
      </button>
    );
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
        {result}
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
