import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import styles from "./detail.module.css";

/** What the score is made of, and why the traffic was taken for that of an AI service. */
export function WhyFlagged({ detection: { riskScore, riskAssessment, riskFactors, details } }: DetectionProps) {
  const factors = [...(riskAssessment?.factors ?? [])].sort((one, other) => other.points - one.points);
  return (
    <section className={styles.section} aria-labelledby="why-flagged">
      <h2 id="why-flagged" className={styles.heading}>
        Why flagged <span className={styles.score}>score {riskScore} of 100</span>
      </h2>
      {factors.length > 0 ? (
        <ul className={styles.factors}>
          {factors.map(({ code, points, sentence }) => (
            <li key={code}>
              <span className={styles.points}>{points > 0 ? `+${points}` : points}</span>
              <span className={styles.track} aria-hidden="true">
                <span
                  style={{ width: `${Math.min(100, Math.abs(points) * 4)}%` }}
                  data-less={points < 0 || undefined}
                />
              </span>
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className={styles.reasons}>
          {riskFactors.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <h3 className={styles.subheading}>What made it out as AI</h3>
      <ul className={styles.reasons}>
        {details.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

interface DetectionProps {
  detection: ShadowAiDetectionDetail;
}
