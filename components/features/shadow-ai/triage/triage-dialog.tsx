"use client";

import { lazy, Suspense } from "react";
import type { TriageDialogProps } from "./triage-dialogs";

const dialogs = {
  resolve: lazy(async () => ({ default: (await import("./triage-dialogs")).ResolveDialog })),
  dismiss: lazy(async () => ({ default: (await import("./triage-dialogs")).DismissDialog })),
  assign: lazy(async () => ({ default: (await import("./triage-dialogs")).AssignDialog })),
};

export type TriageStep = keyof typeof dialogs;

/** The dialog of a triage step, loaded when it is first opened. */
export function TriageDialog({ step, ...props }: TriageDialogProps & { step: TriageStep }) {
  const Dialog = dialogs[step];
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
