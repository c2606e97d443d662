import detail from "@/components/ui/detail/detail.module.css";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import styles from "./detail.module.css";

interface RiskFactorsProps {
  detection: ShadowAiDetectionDetail;
  /** The number of factors that are shown. Default: all. */
  max?: number;
}

/** The risk factors with the most points first. */
export function RiskFactors({ detection: { riskAssessment, riskFactors }, max }: RiskFactorsProps) {
  if (!riskAssessment)
    return (
      <>
        <p className={detail.quiet}>The inputs of this score are no longer available.</p>
        <Sentences of={riskFactors} />
      </>
    );
  const factors = riskAssessment.factors.toSorted((one, other) => other.points - one.points);
  const shown = factors.slice(0, max);
  const left = factors.length - shown.length;
  return (
    <>
      <ul className={`${detail.list} ${styles.factors}`}>
        {shown.map(({ code, points, sentence }) => (
          <li key={code}>
            <span className={styles.points}>{points > 0 ? `+${points}` : points}</span>
            <span className="meter" aria-hidden="true">
              <span
                style={{
                  width: `${Math.min(100, Math.abs(points) * 4)}%`,
                  ...(points < 0 && { background: "var(--good)" }),
                }}
              />
            </span>
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className={detail.quiet}>{`And ${left} more.`}</p>}
    </>
  );
}

export function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className={`${detail.list} ${styles.reasons}`}>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
