"use client";

import { TextInput } from "@mantine/core";
import { IconFileCheck } from "@tabler/icons-react";
import { type RefObject, useCallback, useEffect, useRef } from "react";
import { readExpected } from "./checking/protocol";
import { fileForm as texts } from "./texts";
import styles from "./verification.module.css";

interface FileFormProps {
  /** Whether files are dragged over the page. */
  isOver: boolean;
  onFiles(files: FileList): void;
  expected: string;
  onExpected(text: string): void;
  expectedField: RefObject<HTMLInputElement | null>;
  problem: string | null;
  /** Whether the user returns from a check; the field then takes the focus. */
  isReturning: boolean;
}

export function FileForm(props: FileFormProps) {
  const { isOver, onFiles, problem, isReturning } = props;
  const input = useRef<HTMLInputElement>(null);

  const takeFiles = useCallback(() => {
    if (input.current?.files?.length) onFiles(input.current.files);
    // Choosing the same file again must trigger a change event.
    if (input.current) input.current.value = "";
  }, [onFiles]);

  // A file chosen before hydration triggered no event.
  useEffect(takeFiles, [takeFiles]);

  useEffect(() => {
    if (isReturning) input.current?.focus();
  }, [isReturning]);

  return (
    <div className="stack no-print">
      <label className={styles.zone} data-over={isOver || undefined}>
        <input
          ref={input}
          type="file"
          accept=".pdf,.json,application/pdf,application/json"
          aria-label={texts.packageFilePdf}
          aria-describedby="file-hint"
          onChange={takeFiles}
        />
        <IconFileCheck size={48} stroke={1.25} aria-hidden="true" />
        <strong>{isOver ? texts.dropToVerify : texts.dropAPackageHere}</strong>
        <span className={styles.choose}>{texts.chooseAFile}</span>
        <span id="file-hint" className="quiet">
          {texts.chooseEvidencePackage}
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
      <summary>{texts.compareHashReceipt}</summary>
      <TextInput
        ref={expectedField}
        label={texts.hashOrReceiptOptional}
        mt="xs"
        size="md"
        ff="monospace"
        value={expected}
        onChange={({ currentTarget }) => onExpected(currentTarget.value)}
        error={isWrong && texts.expectedProblem}
        inputWrapperOrder={["label", "input", "error", "description"]}
        descriptionProps={{ component: "div", fz: "md" }}
        description={<ExpectedHint />}
        placeholder="sha256:…"
        autoComplete="off"
        spellCheck={false}
      />
    </details>
  );
}

function ExpectedHint() {
  return (
    <>
      <p>{texts.expectedDescription}</p>
      <ul>
        <li>
          A package hash, such as <code>sha256:26d3…c71a</code>, must match the file.
        </li>
        <li>
          A receipt, such as <code>4217:sha256:9b1f…04aa</code>, must match the chain in the package. For each recorded
          event, the service issues a receipt with the event's position and hash.
        </li>
      </ul>
    </>
  );
}
