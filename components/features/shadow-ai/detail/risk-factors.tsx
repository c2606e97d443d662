import { Group, Text } from "@mantine/core";
import { severityRulePrefix } from "@/lib/domains/shadow-ai/enums";
import type { ShadowAiDetectionDetail } from "@/lib/domains/shadow-ai/schemas";
import { riskFactors as texts } from "../texts/detail";

interface RiskFactorsProps {
  detection: ShadowAiDetectionDetail;
  /** The number of factors that are shown. Default: all. */
  max?: number;
}

/** The risk factors with the most points first. The severity rule has no points; it is shown beside the severity. */
export function RiskFactors({ detection: { riskAssessment, riskFactors }, max }: RiskFactorsProps) {
  if (!riskAssessment)
    return (
      <>
        <p className="quiet">{texts.noInputs}</p>
        <Sentences of={riskFactors.filter((sentence) => !sentence.startsWith(severityRulePrefix))} />
      </>
    );
  const factors = riskAssessment.factors
    .filter(({ code }) => code !== "SEVERITY_RULE")
    .sort((one, other) => other.points - one.points);
  const shown = factors.slice(0, max);
  const left = factors.length - shown.length;
  return (
    <>
      <ul className="plain-list">
        {shown.map(({ code, points, sentence }) => (
          <Group component="li" key={code} wrap="nowrap" gap="sm" py="2xs">
            <Text span inherit flex="none" w="2.5rem" ta="end" fw={600}>
              {points > 0 ? `+${points}` : points}
            </Text>
            <span className="meter" aria-hidden="true">
              <span
                style={{
                  width: `${Math.abs(points)}%`,
                  ...(points < 0 && { background: "var(--good)" }),
                }}
              />
            </span>
            <span>{sentence}</span>
          </Group>
        ))}
      </ul>
      {left > 0 && <p className="quiet">{texts.more(left)}</p>}
    </>
  );
}

export function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className="plain-list">
      {of.map((sentence) => (
        <li key={sentence}>{sentence.replace(/[^.!?]$/, "$&.")}</li>
      ))}
    </ul>
  );
}
