"use client";

import { useCallback, useRef, useState } from "react";
import { useDroppedFile } from "@/components/ui/forms/use-dropped-file";
import { readExpected } from "./checking/protocol";
import { FileForm } from "./file-form";
import { ManualVerification } from "./manual-verification";
import { RunningPanel, VerdictPanel } from "./panels";
import type { Run } from "./state";
import { StepList } from "./step-list";
import { verifier as texts } from "./texts";
import { type Checker, useCheck } from "./use-check";
import styles from "./verification.module.css";

/** Only the hash of the file leaves the browser. */
export function Verifier() {
  const { run, check, repeat, clear } = useCheck();
  const { form, take, forget } = useFileInput(check);
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
      <ManualVerification run={run} />
    </>
  );
}

function useFileInput(check: Checker["check"]) {
  const [expected, setExpected] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const expectedField = useRef<HTMLInputElement>(null);

  const take = useCallback(
    (files: FileList) => {
      const [file, ...others] = files;
      const given = readExpected(expected);
      if (!file || others.length > 0) return setProblem(texts.verifyOneFile);
      if (given === undefined) {
        setProblem(texts.hashReceiptValid);
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
  return run.verdict?.headline ?? texts.verifyingNamed(run.file.name);
}
