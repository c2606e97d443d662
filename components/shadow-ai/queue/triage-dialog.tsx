"use client";

import { lazy, Suspense } from "react";
import type { QueueTriage } from "./use-queue-triage";

const dialogs = {
  resolve: lazy(async () => ({ default: (await import("../triage/resolve-dialog")).ResolveDialog })),
  dismiss: lazy(async () => ({ default: (await import("../triage/dismiss-dialog")).DismissDialog })),
  assign: lazy(async () => ({ default: (await import("../triage/assign-dialog")).AssignDialog })),
};

/** The dialog of the step that was asked for. */
export function TriageDialog({ triage }: { triage: QueueTriage }) {
  const { asked } = triage;
  if (!asked) return null;
  const { deed, target, all, etag } = asked;
  const Dialog = dialogs[deed];
  return (
    <Suspense>
      <Dialog
        opened
        detections={target.rows}
        all={all}
        etag={etag}
        onClose={triage.close}
        onDone={(outcome) => {
          triage.settle(target, outcome);
          triage.close();
        }}
      />
    </Suspense>
  );
}
