"use client";

import { Button } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { api } from "@/components/api/client";
import { useSend } from "@/components/api/mutation";
import { confirm } from "@/components/feedback/confirm";
import { DetailSection } from "./detail-section";

interface DeleteSectionProps {
  /** How it is called, once it is gone. */
  name: string;
  /** Where its deletion is asked for. */
  path: string;
  /** The list that it was in. */
  list: { key: QueryKey; href: string };
  /** What is asked before, and what goes with it. */
  question: { title: string; body: string };
  /** What has to be typed; left out: nothing. */
  typeToConfirm?: string;
  note: ReactNode;
}

/** Deletes a thing from its page, after asking, and leads back to its list. */
export function DeleteSection({ name, path, list, question, typeToConfirm, note }: DeleteSectionProps) {
  const router = useRouter();
  const send = useSend({
    send: () => api.delete(path),
    invalidates: [list.key],
    success: () => `${name} is deleted.`,
    onSuccess: () => router.push(list.href),
  });

  async function remove(): Promise<void> {
    const asked = { ...question, action: "Delete", danger: true, ...(typeToConfirm && { typeToConfirm }) };
    if (await confirm(asked)) send.mutate();
  }

  const action = (
    <Button variant="default" size="xs" c="red" loading={send.isPending} onClick={() => void remove()}>
      Delete
    </Button>
  );
  return <DetailSection id="delete" title="Delete" action={action} note={note} />;
}
