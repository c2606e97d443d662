import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import styles from "./preview.module.css";

const shownMax = 5;

/** What weighs most in the score, a sentence each. */
export function PreviewFactors({ detection: { riskScore, riskAssessment } }: { detection: ShadowAiDetectionDetail }) {
  const factors = [...(riskAssessment?.factors ?? [])].sort((one, other) => other.points - one.points);
  const left = factors.length - shownMax;
  return (
    <section>
      <h3 className={styles.heading}>Why flagged · score {riskScore} of 100</h3>
      {factors.length === 0 && <p className={styles.notes}>What the score was computed from can no longer be read.</p>}
      <ul className={styles.factors}>
        {factors.slice(0, shownMax).map(({ code, points, sentence }) => (
          <li key={code} className={styles.factor}>
            <span className={styles.points}>{points > 0 ? `+${points}` : points}</span>
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles.provider}>{left === 1 ? "And one more." : `And ${left} more.`}</p>}
    </section>
  );
}
