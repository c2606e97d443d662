"use client";

import { Button, Group, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/components/api/client";
import { May } from "@/components/app/session";
import { Conflict } from "@/components/feedback/conflict";
import { FormError } from "@/components/feedback/form-error";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import { useTriage } from "../triage/use-triage";
import styles from "./detail.module.css";

interface NotesProps {
  detection: ShadowAiDetectionDetail;
  etag: string | null;
}

/** What people wrote about it. A draft stays when somebody else was faster, and both versions are shown. */
export function Notes({ detection: { id, notes, status }, etag }: NotesProps) {
  const triage = useTriage();
  const [draft, setDraft] = useState<string | null>(null);
  const [version, setVersion] = useState(etag);
  const save = useMutation({
    mutationFn: (text: string) => triage.change([id], { notes: text.trim() === "" ? null : text }, { etag: version }),
    onSuccess: () => setDraft(null),
  });
  const isBehind = save.error instanceof ApiError && save.error.status === 412;

  function edit(): void {
    setVersion(etag);
    setDraft(notes ?? "");
  }

  return (
    <div className={styles.notes}>
      <h3 className={styles.subheading}>Notes</h3>
      {draft === null ? (
        <>
          <p className={styles.text}>{notes ?? <span className={styles.quiet}>None yet.</span>}</p>
          <May permission="shadow_ai:triage">
            <Button variant="default" size="xs" onClick={edit}>
              {notes === null ? "Write notes" : "Change notes"}
            </Button>
          </May>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(draft);
          }}
        >
          {isBehind ? (
            <Conflict
              mine={[["Notes", draft]]}
              theirs={[
                ["Status", status],
                ["Notes", notes],
              ]}
              onReload={() => {
                save.reset();
                setVersion(etag);
              }}
            />
          ) : (
            <FormError error={save.error} title="The notes were not saved" />
          )}
          <Textarea
            aria-label="Notes"
            autoFocus
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Group mt="xs" gap="xs">
            <Button type="submit" size="xs" loading={save.isPending} disabled={isBehind}>
              Save notes
            </Button>
            <Button variant="default" size="xs" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </Group>
        </form>
      )}
    </div>
  );
}
