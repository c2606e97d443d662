"use client";

import { type RefObject, useCallback, useEffect, useRef } from "react";
import { readExpected } from "@/components/features/verification/checking/protocol";
import styles from "./file-form.module.css";

interface FileFormProps {
  /** Whether files are held over the page. */
  isOver: boolean;
  onFiles(files: FileList): void;
  /** What was typed into the optional field, and how to change it. */
  expected: string;
  onExpected(text: string): void;
  expectedField: RefObject<HTMLInputElement | null>;
  /** Why the last thing that was given could not be taken; null where nothing is wrong. */
  problem: string | null;
  /** Whether the reader comes back here from a check, and the focus with him. */
  isReturning: boolean;
}

/** Where a file is given. The whole field is the label of a real file input. */
export function FileForm(props: FileFormProps) {
  const { isOver, onFiles, problem, isReturning } = props;
  const input = useRef<HTMLInputElement>(null);

  const takeFiles = useCallback(() => {
    if (input.current?.files?.length) onFiles(input.current.files);
    // The same file, chosen again, is a change too.
    if (input.current) input.current.value = "";
  }, [onFiles]);

  // A file that was chosen while the page was loading has told nobody.
  useEffect(takeFiles, [takeFiles]);

  useEffect(() => {
    if (isReturning) input.current?.focus();
  }, [isReturning]);

  return (
    <div className={styles.form}>
      <label className={styles.zone} data-over={isOver || undefined}>
        <input
          ref={input}
          className={styles.input}
          type="file"
          accept=".pdf,.json,application/pdf,application/json"
          aria-label="Package file, PDF or JSON"
          aria-describedby="file-hint"
          onChange={takeFiles}
        />
        <svg className={styles.picture} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
          <path d="M12 5h16l9 9v29H12z" />
          <path d="M28 5v9h9" />
          <path d="m18.5 28 4.5 4.5 8.5-9.5" />
        </svg>
        <span className={styles.prompt}>{isOver ? "Let go to check it" : "Drop a package here"}</span>
        <span className={styles.choose}>Choose a file</span>
        <span id="file-hint" className={styles.hint}>
          PDF or JSON, as the service made it. It stays on this device.
        </span>
      </label>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <ExpectedField {...props} />
    </div>
  );
}

function ExpectedField({ expected, onExpected, expectedField }: FileFormProps) {
  const isWrong = readExpected(expected) === undefined;
  return (
    <details className={styles.expected}>
      <summary>I was given a hash or a receipt as well</summary>
      <label htmlFor="expected">Hash or receipt (optional)</label>
      <input
        ref={expectedField}
        id="expected"
        type="text"
        value={expected}
        onChange={({ currentTarget }) => onExpected(currentTarget.value)}
        aria-describedby="expected-hint"
        aria-invalid={isWrong || undefined}
        aria-errormessage={isWrong ? "expected-problem" : undefined}
        placeholder="sha256:…"
        autoComplete="off"
        spellCheck={false}
      />
      <p id="expected-problem" className={styles.problem}>
        {isWrong && "This is neither: a hash has 64 digits from 0 to 9 and a to f, a receipt a position before it."}
      </p>
      <div id="expected-hint" className={styles.hint}>
        <p>
          What reached you another way than the file, by letter or telephone, makes the check independent of this
          service and of this page. It is compared here and not sent.
        </p>
        <ul>
          <li>
            The package's hash, <code>sha256:26d3…c71a</code>: the file must have it.
          </li>
          <li>
            A receipt of the chain, <code>4217:sha256:9b1f…04aa</code>: position and hash of an event, handed out when
            it was recorded. The chain in the package must still have it.
          </li>
        </ul>
      </div>
    </details>
  );
}
