import type { StepId } from "./checking/protocol";
import { type Run, stateOf, stepsOf } from "./state";
import { StepItem } from "./step-item";
import styles from "./steps.module.css";

/** All steps in two groups, from the beginning: what is to come is seen before it comes, and nothing moves. */
export function StepList({ run }: { run: Run | null }) {
  const { ofPackage, ofEvidence } = stepsOf(run);
  return (
    <section aria-labelledby="steps" className={styles.steps}>
      <h2 id="steps">{run ? "The checks, one by one" : "What is checked"}</h2>
      <h3>The file as a whole</h3>
      <Group run={run} ids={ofPackage} />
      {ofEvidence.length > 0 && (
        <>
          <h3>The evidence in it</h3>
          <Group run={run} ids={ofEvidence} />
        </>
      )}
      {run?.kind === "pdf" && <PdfNote />}
    </section>
  );
}

function Group({ run, ids }: { run: Run | null; ids: StepId[] }) {
  return (
    <ol className={styles.list}>
      {ids.map((id) => (
        <StepItem key={id} id={id} state={stateOf(run, id)} result={run?.results[id]} isLive={run !== null} />
      ))}
    </ol>
  );
}

function PdfNote() {
  return (
    <p className={styles.note}>
      The PDF has a signature of its own too (PAdES), which is not checked here: a PDF viewer shows it, and{" "}
      <code>pdfsig</code> checks it. A viewer may call the signer unknown, because no public authority vouches for the
      certificate: compare its key with the one above. The attached <code>evidence.json</code> can be saved from the
      viewer, or with <code>pdfdetach</code>, and checked here as a file of its own.
    </p>
  );
}
