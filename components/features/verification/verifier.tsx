"use client";

import { useCallback, useRef, useState } from "react";
import { readExpected } from "@/components/features/verification/checking/protocol";
import { FileForm } from "./file-form";
import { RunningPanel, VerdictPanel } from "./panels";
import type { Run } from "./state";
import { StepList } from "./step-list";
import { type Checker, useCheck, useDroppedFile } from "./use-check";
import styles from "./verifier.module.css";
import { WithoutThisPage } from "./without-this-page";

/** The whole check: a file is given, looked at step by step, and judged. Nothing of it leaves the browser but its hash. */
export function Verifier() {
  const { run, check, repeat, clear } = useCheck();
  const { form, take, forget } = useGiving(check);
  const [isReturning, setReturning] = useState(false);
  const isOver = useDroppedFile(take);

  const leave = useCallback(() => {
    forget();
    setReturning(true);
    clear();
  }, [forget, clear]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement(run)}
      </p>
      <div className={styles.stage}>
        {!run && <FileForm {...form} isOver={isOver} isReturning={isReturning} onFiles={take} />}
        {run?.phase === "running" && <RunningPanel run={run} onCancel={leave} />}
        {run?.verdict && <VerdictPanel run={run} verdict={run.verdict} onRepeat={repeat} onClear={leave} />}
      </div>
      <StepList run={run} />
      <WithoutThisPage run={run} />
    </>
  );
}

/** What the form holds, and what becomes of files that are given to it or dropped. */
function useGiving(check: Checker["check"]) {
  const [expected, setExpected] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const expectedField = useRef<HTMLInputElement>(null);

  const take = useCallback(
    (files: FileList) => {
      const [file, ...others] = files;
      const given = readExpected(expected);
      if (!file || others.length > 0) return setProblem("Give one file at a time.");
      if (given === undefined) {
        setProblem(
          "What you entered as hash or receipt is neither. Correct it or empty the field, then give the file.",
        );
        expectedField.current?.closest("details")?.setAttribute("open", "");
        return expectedField.current?.focus();
      }
      setProblem(null);
      check(file, given);
    },
    [check, expected],
  );

  const forget = useCallback(() => {
    setExpected("");
    setProblem(null);
  }, []);

  return { form: { expected, onExpected: setExpected, expectedField, problem }, take, forget };
}

function announcement(run: Run | null): string {
  if (!run) return "";
  return run.verdict?.headline ?? `Checking ${run.file.name}.`;
}
