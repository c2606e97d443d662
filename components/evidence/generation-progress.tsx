import { Progress } from "@mantine/core";
import type { EvidencePackage } from "@/lib/evidence/schemas";
import { generationSteps } from "@/lib/evidence/vocabulary";
import styles from "./evidence.module.css";

const words: Record<(typeof generationSteps)[number], string> = {
  collect: "Finding the period in the chain",
  verify: "Verifying the chain",
  render: "Writing the package",
  sign: "Signing it",
  store: "Storing the file",
  publish: "Publishing its hash",
};

/** Where a generation is, step by step. The page follows it by itself. */
export function GenerationProgress({ progress }: Pick<EvidencePackage, "progress">) {
  const current = progress ? generationSteps.indexOf(progress.step) : -1;
  return (
    <section className={styles.section} aria-labelledby="progress">
      <h2 id="progress">{progress ? words[progress.step] : "Waiting for its turn"}</h2>
      <Progress value={progress?.percent ?? 0} aria-label={`${progress?.percent ?? 0} % of this step`} />
      <ol className={styles.steps}>
        {generationSteps.map((step, index) => (
          <li key={step} data-state={index < current ? "done" : index === current ? "current" : "waiting"}>
            {words[step]}
          </li>
        ))}
      </ol>
    </section>
  );
}
